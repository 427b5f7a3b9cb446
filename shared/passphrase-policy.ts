/** How many characters a passphrase that protects keys has at least. */
export const PASSPHRASE_CHARACTERS_MIN = 12;

/**
 * Whether a new passphrase is long enough. Characters are code points, of the composed form (NFC) that keys are derived
 * from: an emoji counts once, and so does a letter with its accent.
 */
export function isLongEnough(passphrase: string): boolean {
  return [...passphrase.normalize('NFC')].length >= PASSPHRASE_CHARACTERS_MIN;
}

/** What is said of one that is not. */
export const PASSPHRASE_TOO_SHORT = `The passphrase is too short. Use at least ${PASSPHRASE_CHARACTERS_MIN} characters.`;
