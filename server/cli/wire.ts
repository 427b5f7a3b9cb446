/** What the API gives, as the command line reads and prints it. */
export type * from '../api/wire.types.ts';
