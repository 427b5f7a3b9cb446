/** Minimum length of a passphrase that protects keys, in characters. */
export const PASSPHRASE_CHARACTERS_MIN = 12;

/**
 * Whether a new passphrase is long enough. Characters are code points in NFC, the form that keys are derived from: an
 * emoji counts once, and so does an accented letter.
 */
export function isLongEnough(passphrase: string): boolean {
  return [...passphrase.normalize('NFC')].length >= PASSPHRASE_CHARACTERS_MIN;
}

/** Error message for one that is too short. */
export const PASSPHRASE_TOO_SHORT = `The passphrase is too short. Use at least ${PASSPHRASE_CHARACTERS_MIN} characters.`;
