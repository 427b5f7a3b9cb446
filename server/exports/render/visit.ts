import type { RenderNote, RenderNoteKind } from './rendered-page.ts';
import type { TabFault } from './tab-fault.ts';

/** What is known about the page that a tab is taking. */
export type Visit = {
  startedAt: number;
  /** It wanted to go elsewhere and may not. */
  isHeld: boolean;
  /** Its controls are tried: it stays where it is. */
  isOperated: boolean;
  /** The document itself had not arrived when loading was stopped. */
  isCutOff: boolean;
  /** It was not quiet in its time: it is not given more. */
  isRestless: boolean;
  /** Where a redirect or script wanted to send the tab, outside the site. */
  leftFor: string | undefined;
  /** Until when placeholders and emptiness are waited for (of performance.now()). */
  patience: number | undefined;
  readonly consoleErrors: readonly string[];
  /** @returns false when it writes without end */
  countConsoleCall: () => boolean;
  logError: (text: string) => void;
  note: (kind: RenderNoteKind, detail: string) => void;
  notes: () => RenderNote[];
  /** Asked for each document that the tab is sent to. */
  mayNavigate: (url: string) => boolean;
  /** Rejects when the page has to be given up. */
  readonly fault: Promise<never>;
  fail: (fault: TabFault) => void;
};

const MAX_CONSOLE_ERRORS = 100;
const MAX_CONSOLE_CALLS = 10_000;
const MAX_NOTES_OF_A_KIND = 20;

/**
 * @param isSite whether an address is of the site
 * @param maxDocuments how many documents the tab may be sent to
 */
export function beginVisit(isSite: (url: string) => boolean, maxDocuments: number): Visit {
  const { promise: fault, reject: fail } = Promise.withResolvers<never>();
  fault.catch(() => {}); // when nobody waits for it any more
  const notes = new Map<RenderNoteKind, Set<string>>();
  const consoleErrors: string[] = [];
  let consoleCalls = 0;
  let documents = 0;
  const visit: Visit = {
    startedAt: performance.now(),
    isHeld: false,
    isOperated: false,
    isCutOff: false,
    isRestless: false,
    leftFor: undefined,
    patience: undefined,
    consoleErrors,
    countConsoleCall: () => ++consoleCalls <= MAX_CONSOLE_CALLS,
    logError: (text) => {
      if (consoleErrors.length < MAX_CONSOLE_ERRORS) consoleErrors.push(text.slice(0, 500));
    },
    note: (kind, detail) => {
      const known = notes.get(kind) ?? new Set();
      if (known.size < MAX_NOTES_OF_A_KIND) notes.set(kind, known.add(detail.slice(0, 2000)));
    },
    notes: () => [...notes].flatMap(([kind, details]) => [...details].map((detail) => ({ kind, detail }))),
    mayNavigate: (url) => {
      if (visit.isOperated) return false;
      if (isSite(url) && ++documents <= maxDocuments) return true;
      visit.isHeld = true;
      if (isSite(url)) visit.note('redirects-capped', `did not follow a redirect to ${url}`);
      else visit.leftFor = url;
      return false;
    },
    fault,
    fail,
  };
  return visit;
}
