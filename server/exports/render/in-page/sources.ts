import { removePeers } from '../../chromium/no-peers.ts';
import type { Profile } from '../../profiles/profile.ts';
import { BUTTONS, FIELDS } from '../../search/browser/search-boxes.ts';
import { makeContentKeeper } from './added-content.ts';
import { type Effect, makeEffectKeeper } from './effects.ts';
import { numberGeneratedIds } from './generated-ids.ts';
import { readMarks } from './marks.ts';
import { numberMarks } from './number-marks.ts';
import { makePageDriver } from './page-driver.ts';
import { makeScroller, type ScrollLimits, type ScrollOutcome } from './scroll.ts';
import { type Snapshot, type SnapshotOptions, takeSnapshot } from './snapshot.ts';
import { makeStateKeeper, type StateStep } from './states.ts';
import { makeTabKeeper } from './tabs.ts';
import { makeThemeKeeper } from './theme.ts';
import { makeTogglePlacer } from './toggle-placer.ts';
import { makeToggleKeeper } from './toggles.ts';
import { type PageState, plainDocument, preparePage, watchPage } from './watch.ts';

/** The name of the world beside the page's own, in which our functions run: same document, other globals. */
export const WORLD = 'offprint';

/** What our world offers, by name, with the type of what it answers. */
export type PageCalls = Readonly<{
  state: (quietMs: number) => PageState;
  scrollThrough: (limits: ScrollLimits) => ScrollOutcome;
  nextState: (known?: readonly Effect[], rests?: boolean) => StateStep;
  snapshot: (options: SnapshotOptions) => Snapshot;
  stopLoading: () => void;
  forget: () => void;
  startOver: () => void;
  pressLink: (url: string) => void;
  hasChanged: (maxMs: number) => boolean;
}>;

/** Events of ours that no page uses. */
const ANNOUNCEMENT = 'offprint:watched';
const DUE_QUESTION = 'offprint:due';

/** By their roles (WAI-ARIA Authoring Practices, Tabs). */
const ARIA_TABS = { list: '[role="tablist"]', tab: '[role="tab"]', panel: '[role="tabpanel"]' };

/** Runs in every document of a tab before anything of its own, in our world. */
export function isolatedSource(
  readySelector: string | undefined,
  profiles: readonly Profile[],
  statesMs: number,
): string {
  const tabMarkups = [ARIA_TABS, ...profiles.flatMap(({ tabs = [] }) => tabs)];
  const toggles = profiles.flatMap((profile) => profile.toggles ?? []).join();
  return `if (window === window.top) {
  const page = (${plainDocument})();
  const readMarks = (${readMarks});
  const watch = (${watchPage})(page, ${JSON.stringify(readySelector)}, ${JSON.stringify(ANNOUNCEMENT)}, ${JSON.stringify(DUE_QUESTION)});
  const { lazyImages, scrollThrough, startOver } = (${makeScroller})(page, watch.watchedElements, readMarks);
  const keepStates = () => (${makeStateKeeper})(page, (onBegin) => (${makePageDriver})(page, ${statesMs}, watch.nextDueMs, onBegin), (page, driver) => (${makeEffectKeeper})(page, driver, (${makeContentKeeper})), readMarks, (driver, effects, notKept) => ({
    tabs: (${makeTabKeeper})(page, driver, ${JSON.stringify(tabMarkups)}, notKept),
    toggles: (${makeToggleKeeper})(page, driver, effects, (${makeTogglePlacer})(page, driver, notKept), ${JSON.stringify(toggles)}, ${JSON.stringify(`${FIELDS},${BUTTONS}`)}, notKept),
    theme: (${makeThemeKeeper})(page, driver, effects),
  }));
  let states = keepStates();
  globalThis.offprint = {
    ...watch,
    scrollThrough,
    nextState: (known, rests) => states.nextState(known, rests),
    snapshot: (options) => (${takeSnapshot})(page, { lazyImages, shadowHosts: watch.shadowHosts(), states, numberGeneratedIds: (${numberGeneratedIds}), numberMarks: (${numberMarks}) }, options),
    startOver: () => {
      states.restore();
      watch.startOver();
      startOver();
      states = keepStates();
    },
  };
}`;
}

/** Runs in every document and frame of a tab before anything of its own, in the page's world. */
export function pageSource(): string {
  return `(${removePeers})(); (${preparePage})(${JSON.stringify(ANNOUNCEMENT)}, ${JSON.stringify(DUE_QUESTION)});`;
}

/** The expression that calls one of our functions. */
export function callExpression<Name extends keyof PageCalls>(
  name: Name,
  ...args: Parameters<PageCalls[Name]>
): string {
  return `offprint.${name}(${args.map((arg) => JSON.stringify(arg)).join(',')})`;
}
