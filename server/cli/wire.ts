/** API types, as the command line reads and prints them. */
export type * from '../api/wire.types.ts';
