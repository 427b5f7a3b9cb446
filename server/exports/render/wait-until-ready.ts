import { setTimeout as sleep } from 'node:timers/promises';
import type { PageState } from './in-page/watch-readiness.ts';
import type { RenderSettings } from './options.ts';
import type { TabSession } from './tab-session.ts';
import type { Visit } from './visit.ts';

/** How long to wait for placeholders or an empty page, which may be intended: less than for anything else. */
const PATIENCE_MS = 2_000;

/** Waits until the tab's current document is loaded, and stops it if that takes too long. */
export async function untilLoaded(tab: TabSession, visit: Visit, loadMs: number): Promise<void> {
  const isLoaded = (): boolean => {
    const document = tab.document();
    if (!document || !tab.isCallable()) return false;
    // If its navigation is blocked, a document gets no load event.
    return document.isLoaded || (visit.isHeld && !tab.requests.isPending(document.loaderId));
  };
  if (await tab.waiting.until(isLoaded, visit.startedAt + loadMs - performance.now())) return;
  const document = tab.document();
  if (!document || tab.requests.isPending(document.loaderId)) visit.isCutOff = true;
  visit.note('load-cut', `not loaded after ${loadMs / 1000} s`);
  await tab.send('Page.stopLoading'); // the document itself
  await tab.waiting.until(tab.isCallable, 1000);
  await tab.call('stopLoading'); // its resources
  if (document) document.isLoaded = true;
}

/**
 * Waits until nothing changes or loads and the expected content is there, as reported by the page
 * (in-page/watch-readiness.ts). Ends after `maxMs`, whatever the page does.
 */
export async function untilQuiet(
  tab: TabSession,
  visit: Visit,
  quietMs: number,
  settings: RenderSettings,
  maxMs: number,
): Promise<PageState | undefined> {
  const deadline = performance.now() + (visit.isRestless ? 0 : maxMs);
  visit.patience ??= performance.now() + PATIENCE_MS;
  for (;;) {
    await untilLoaded(tab, visit, settings.timeouts.loadMs);
    const state = await tab.call('state', quietMs);
    const now = performance.now();
    const stillForMs = Math.min(state?.stillForMs ?? 0, tab.requests.stillForMs());
    const isQuiet =
      state?.isStill === true && tab.requests.pending() === 0 && tab.requests.stillForMs() >= quietMs / 2;
    if (isQuiet) {
      const isWhole = state.placeholders === 0 && !state.empty;
      if (state.ready && (isWhole || now >= visit.patience)) return state;
    }
    if (now >= deadline) {
      if (!isQuiet && !visit.isRestless) {
        visit.note('never-quiet', `still changing or loading after ${maxMs / 1000} s`);
        visit.isRestless = true;
      }
      return state;
    }
    const leftMs = deadline - now;
    if (tab.requests.pending() > 0) await tab.waiting.until(() => tab.requests.pending() === 0, leftMs);
    else {
      const enoughMs = stillForMs < quietMs / 2 ? quietMs / 2 : quietMs;
      await sleep(Math.min(isQuiet ? 50 : Math.max(enoughMs - stillForMs, 5), leftMs), undefined, {
        ref: false,
      });
    }
  }
}
