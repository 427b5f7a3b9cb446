import { plainDocument } from './plain-document.ts';
import { makeScroller, type ScrollLimits, type ScrollOutcome } from './scroll.ts';
import { type Snapshot, type SnapshotOptions, takeSnapshot } from './snapshot.ts';
import { type Awaited, makeStateKeeper, type StateOptions, type StateRun, type StateStep } from './states.ts';
import { type PageState, watchPage } from './watch-readiness.ts';

/** Options of the script, which must be JSON. */
export type InPageOptions = StateOptions & Readonly<{ readySelector?: string | undefined }>;

/** Functions of the isolated world, by name. Arguments and results are JSON. */
export type PageCalls = Readonly<{
  state: (quietMs: number) => Promise<PageState>;
  scrollThrough: (limits: ScrollLimits) => Promise<ScrollOutcome>;
  nextState: (how?: StateRun) => Promise<StateStep>;
  culprits: () => readonly string[];
  cameToShow: () => Awaited;
  snapshot: (options: SnapshotOptions) => Snapshot;
  stopLoading: () => void;
  forget: () => void;
  startOver: () => void;
  pressLink: (url: string) => void;
  hasChanged: (maxMs: number) => Promise<boolean>;
}>;

/**
 * Runs in every document of a tab, before the document's own scripts, in the isolated world, which shares the document
 * but has its own globals. Its functions are available there as the global `offprint` (../in-page-scripts.ts).
 */
export default function start(options: InPageOptions): void {
  if (window !== window.top) return;
  const page = plainDocument();
  const watch = watchPage(page, options.readySelector);
  const scroller = makeScroller(page, watch.watchedElements);
  const keepStates = () => makeStateKeeper(page, watch.nextDueMs, watch.watchedElements, options);
  let states = keepStates();
  const offprint: PageCalls = {
    state: watch.state,
    scrollThrough: scroller.scrollThrough,
    nextState: (how) => states.nextState(how),
    culprits: () => states.culprits(),
    cameToShow: () => states.cameToShow(),
    snapshot: (wanted) => {
      scroller.putBackMarks();
      const { lazyImages } = scroller;
      return takeSnapshot(page, { lazyImages, shadowHosts: watch.shadowHosts(), states }, wanted);
    },
    stopLoading: watch.stopLoading,
    forget: watch.forget,
    startOver: () => {
      states.restore();
      watch.startOver();
      scroller.startOver();
      states = keepStates();
    },
    pressLink: watch.pressLink,
    hasChanged: watch.hasChanged,
  };
  Object.assign(globalThis, { offprint });
}
