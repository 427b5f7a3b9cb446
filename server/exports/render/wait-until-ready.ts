import { setTimeout as sleep } from 'node:timers/promises';
import type { PageState } from './in-page/watch-readiness.ts';
import type { RenderSettings } from './options.ts';
import type { TabSession } from './tab-session.ts';
import type { Visit } from './visit.ts';

/** Placeholders and emptiness may be meant: they are not waited for as long as for the rest. */
const PATIENCE_MS = 2_000;

/** Waits until the document that the tab has by then is loaded, and stops what takes too long. */
export async function untilLoaded(tab: TabSession, visit: Visit, loadMs: number): Promise<void> {
  const isLoaded = (): boolean => {
    const document = tab.document();
    if (!document || !tab.isCallable()) return false;
    // Kept from going elsewhere, a document gets no load event.
    return document.isLoaded || (visit.isHeld && !tab.requests.isPending(document.loaderId));
  };
  if (await tab.waiting.until(isLoaded, visit.startedAt + loadMs - performance.now())) return;
  const document = tab.document();
  if (!document || tab.requests.isPending(document.loaderId)) visit.isCutOff = true;
  visit.note('load-cut', `not loaded after ${loadMs / 1000} s`);
  await tab.send('Page.stopLoading'); // the document
  await tab.waiting.until(tab.isCallable, 1000);
  await tab.call('stopLoading'); // what it loads
  if (document) document.isLoaded = true;
}

/**
 * Waits until nothing changes and nothing loads, and what is to be there is there, as the page itself says
 * (in-page/watch-readiness.ts). Whatever the page does, this ends after `maxMs`.
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
