/** Name of the manifest inside every bundle; it is the last entry of the archive. */
export const MANIFEST_FILE = 'offprint.json';

/** The one file that an operator may add or change after the export. */
export const OPERATOR_FILE = 'offprint-site.js';

/** Signature of the manifest (signature.ts); in an archive it comes after it. */
export const SIGNATURE_FILE = `${MANIFEST_FILE}.sig`;
