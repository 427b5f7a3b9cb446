/** Chromium's messages for a call whose document no longer exists. */
const LEFT = /context was destroyed|Cannot find context|navigated or closed|Promise was collected/i;

/** Whether a call into a page failed because the page navigated away meanwhile. */
export function hasPageLeft(error: unknown): boolean {
  return error instanceof Error && LEFT.test(error.message);
}
