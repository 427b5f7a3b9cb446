/** Name of the manifest in every bundle. It is the last entry of the archive, except for the signature. */
export const MANIFEST_FILE = 'offprint.json';

/** The one file that an operator may add or change after the export. */
export const OPERATOR_FILE = 'offprint-site.js';

/** Signature of the manifest (signature.ts); follows it in an archive. */
export const SIGNATURE_FILE = `${MANIFEST_FILE}.sig`;
