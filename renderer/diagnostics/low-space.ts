/** With less free space, an export of a large site may fill the disk of the data folder. */
export const LOW_SPACE_BYTES = 2 * 2 ** 30;
