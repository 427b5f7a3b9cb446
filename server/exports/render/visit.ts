import type { RenderNote, RenderNoteKind } from './rendered-page.ts';
import type { TabFault } from './tab-fault.ts';

/** State of the page that a tab is capturing. */
export type Visit = {
  startedAt: number;
  /** Whether the page tried to navigate and was not allowed to. */
  isHeld: boolean;
  /** Whether its controls are being tried; navigation is blocked meanwhile. */
  isOperated: boolean;
  /** Whether the document itself had not arrived when loading was stopped. */
  isCutOff: boolean;
  /** Whether the page did not become quiet in time; it gets no more time. */
  isRestless: boolean;
  /** Address outside the site to which a redirect or script tried to send the tab. */
  leftFor: string | undefined;
  /** Until when to wait for placeholders or an empty page (as in performance.now()). */
  patience: number | undefined;
  readonly consoleErrors: readonly string[];
  /**
   * Counts a console message.
   * @returns false if the page writes too many
   */
  countConsoleCall: () => boolean;
  logError: (text: string) => void;
  note: (kind: RenderNoteKind, detail: string) => void;
  notes: () => RenderNote[];
  /** Decides on each document that the tab navigates to. */
  mayNavigate: (url: string) => boolean;
  /** Rejects if capturing the page must stop. */
  readonly fault: Promise<never>;
  fail: (fault: TabFault) => void;
};

const MAX_CONSOLE_ERRORS = 100;
const MAX_CONSOLE_CALLS = 10_000;
const MAX_NOTES_OF_A_KIND = 20;

/**
 * @param isSite whether an address belongs to the site
 * @param maxDocuments maximum number of documents that the tab may navigate to
 */
export function beginVisit(isSite: (url: string) => boolean, maxDocuments: number): Visit {
  const { promise: fault, reject: fail } = Promise.withResolvers<never>();
  fault.catch(() => {}); // if nobody awaits it
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
