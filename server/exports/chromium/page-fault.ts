import { driverWords } from '../../browser-error-messages.ts';
import { EndsBrowser } from './lease.ts';
import { PageHung } from './page-hung.ts';

/** Whether a page cannot be opened in any browser: it hangs or crashes the browser. */
export function isUnopenable(error: unknown): error is PageHung | EndsBrowser {
  return error instanceof PageHung || error instanceof EndsBrowser;
}

/**
 * Returns why a browser could not process a page, as a plain phrase that completes a sentence.
 * @returns undefined if the error has another cause
 */
export function pageFault(error: unknown): string | undefined {
  if (isUnopenable(error)) return error.message;
  const words = driverWords(error);
  return words && `it ${words}`;
}
