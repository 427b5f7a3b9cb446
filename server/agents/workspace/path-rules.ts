/**
 * Checks that a path is allowed in a repository on every system that may check it out: relative, in NFC, without `.git`
 * in any spelling that some file system folds to it, and without names reserved by Windows.
 * Source: git's own verify_path, CVE-2014-9390 and its successors, and Windows' "Naming Files".
 * @returns the fault as a sentence, or null
 */
export function pathFault(path: string): string | null {
  if (path === '') return 'The path is empty.';
  if (Buffer.byteLength(path) > 512) return 'The path is longer than 512 bytes.';
  if (!path.isWellFormed()) return 'The path is not valid Unicode.';
  if (path !== path.normalize('NFC')) return 'The path is not in Unicode Normalization Form C (NFC).';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return 'The path contains control characters.';
  if (INVISIBLE.test(path)) return 'The path contains invisible characters.';
  if (/[\\:*?"<>|]/.test(path)) return 'The path contains one of these characters: \\ : * ? " < > |';
  if (path.startsWith('/')) return 'The path must be relative to the repository root.';
  for (const segment of path.split('/')) {
    if (segment === '') return 'A path segment is empty.';
    if (segment === '.' || segment === '..') return 'The path contains "." or "..".';
    if (/[. ]$/.test(segment)) return 'A path segment ends in a dot or a space.';
    if (/^\.?git(~\d+)?$/i.test(segment) || /^\.git/i.test(segment))
      return "The path points to git's own files.";
    if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(segment))
      return 'A path segment is a reserved name on Windows.';
    if (/^-/.test(segment)) return 'A path segment starts with a dash.';
  }
  return null;
}

/** Zero-width and direction characters, and tags (U+E0000 and up). They make different names look alike. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Cf}/u;

/** Returns a key that is the same for paths that are one file on some system. */
export function collisionKey(path: string): string {
  return path.normalize('NFC').toLowerCase().normalize('NFC');
}
