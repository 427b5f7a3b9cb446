/** What Chromium says of a call whose document has gone. */
const LEFT = /context was destroyed|Cannot find context|navigated or closed|Promise was collected/i;

/** Whether a call into a page failed because the page had led on to another meanwhile. */
export function hasPageLeft(error: unknown): boolean {
  return error instanceof Error && LEFT.test(error.message);
}
