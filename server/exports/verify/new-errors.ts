/**
 * The errors of a page's scripts that the origin does not have.
 * @param here what was said in the bundle
 * @param origin what is said at the origin
 */
export function newErrors(here: readonly string[], origin: readonly string[]): string[] {
  const known = new Set(origin.map(bareMessage));
  const unknown = here.filter((text) => !known.has(bareMessage(text)));
  return [...new Set(unknown.map((text) => text.replace(UNCAUGHT, '')))];
}

/** The same error is worded differently from `file://`: with what was thrown before it. */
export function bareMessage(text: string): string {
  return text.replace(UNCAUGHT, '').replace(/^\w*Error: /, '');
}

/** What Chromium puts before an error that nothing handled. */
const UNCAUGHT = /^Uncaught (\(in promise\) )?/;
