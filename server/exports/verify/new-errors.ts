/**
 * Returns script errors that occur in the bundle, but not at the origin.
 * @param here errors logged in the bundle
 * @param origin errors logged at the origin
 */
export function newErrors(here: readonly string[], origin: readonly string[]): string[] {
  const known = new Set(origin.map(bareMessage));
  const unknown = here.filter((text) => !known.has(bareMessage(text)));
  return [...new Set(unknown.map((text) => text.replace(UNCAUGHT, '')))];
}

/** Removes the prefixes by which the wording of an error may differ from `file://`. */
export function bareMessage(text: string): string {
  return text.replace(UNCAUGHT, '').replace(/^\w*Error: /, '');
}

/** Chromium's prefix for uncaught errors. */
const UNCAUGHT = /^Uncaught (\(in promise\) )?/;
