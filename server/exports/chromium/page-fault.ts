import { driverWords } from '../../browser-error-messages.ts';
import { EndsBrowser } from './lease.ts';
import { PageHung } from './page-hung.ts';

/** Whether a page is such that nobody can open it: it hangs, or ends the browser. */
export function isUnopenable(error: unknown): error is PageHung | EndsBrowser {
  return error instanceof PageHung || error instanceof EndsBrowser;
}

/**
 * Why a browser could do nothing with a page, in plain words: the end of a sentence.
 * @returns undefined where an error is about something else
 */
export function pageFault(error: unknown): string | undefined {
  if (isUnopenable(error)) return error.message;
  const words = driverWords(error);
  return words && `it ${words}`;
}
