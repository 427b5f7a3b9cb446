/** The release of Offprint; a test compares it with package.json. */
export const RELEASE = '1.0.0';
