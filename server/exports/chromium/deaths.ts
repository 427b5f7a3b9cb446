import type { Browser, Protocol } from 'puppeteer-core';
import { answeredWithin, PageHung } from './page-hung.ts';

/** A process of a browser has died: what the browser made of its pages meanwhile says nothing about them. */
export class BrowserDied extends Error {
  /** @param what died */
  constructor(what: string) {
    super(`The browser failed because ${what} ended unexpectedly.`);
    this.name = 'BrowserDied';
  }
}

/** Notices when a browser, or one of the processes that pages cannot do without, dies. */
export type Deaths = Readonly<{
  /** Rejects with BrowserDied as soon as that is known. */
  died: Promise<never>;
  hasDied: () => boolean;
  /**
   * Asks the browser. What a death does to a page may be there before the news of it.
   * @throws BrowserDied
   */
  assertWhole: () => Promise<void>;
  /**
   * Does something in the browser.
   * @throws BrowserDied where a process died meanwhile, whatever came of the work; otherwise what `work` throws
   */
  guard: <T>(work: () => Promise<T>) => Promise<T>;
}>;

export type DeathOptions = Readonly<{
  /** Whether whoever opened this context hears of the crashes of its pages: these are no death of the browser then. */
  isTended?: (contextId: string) => boolean;
  /** Called with the processes whenever they are looked at. */
  onLook?: (processes: readonly Protocol.SystemInfo.ProcessInfo[]) => void;
}>;

const LOOK_MS = 200;
/** A browser that does not say which processes it has within this time hangs as a whole, and is ended. */
const ANSWER_MS = 20_000;
/**
 * Chromium starts these anew without a word (content/browser/gpu, content/browser/network_service_instance_impl.cc):
 * requests under way get no answer, and what was being drawn is not. Other helpers come and go as they are needed.
 */
const VITAL = /^(browser|GPU|network\.|storage\.)/;

/** @throws BrowserDied when it has ended already */
export async function watchDeaths(
  browser: Browser,
  { isTended = () => false, onLook }: DeathOptions = {},
): Promise<Deaths> {
  const { promise: died, reject } = Promise.withResolvers<never>();
  died.catch(() => {}); // when nobody waits for anything
  let death: BrowserDied | undefined;
  const die = (what: string): BrowserDied => {
    death ??= new BrowserDied(what);
    reject(death);
    return death;
  };
  browser.once('disconnected', () => die('its main process'));
  const root = await browser
    .target()
    .createCDPSession()
    .catch(() => {
      throw die('its main process');
    });

  const vital = new Map<number, string>();
  const look = async (): Promise<void> => {
    if (death) throw death;
    const asked = answeredWithin(ANSWER_MS, root.send('SystemInfo.getProcessInfo'));
    const { processInfo } = await asked.catch((error: unknown) => {
      if (error instanceof PageHung) browser.process()?.kill('SIGKILL');
      throw die('its main process');
    });
    const alive = new Set(processInfo.map(({ id }) => id));
    for (const [id, type] of vital) if (!alive.has(id)) throw die(`its ${type} process`);
    for (const { id, type } of processInfo) if (VITAL.test(type)) vital.set(id, type);
    if (death) throw death;
    onLook?.(processInfo);
  };
  const lookAgain = (): void => {
    setTimeout(() => {
      if (!death) look().then(lookAgain, () => {});
    }, LOOK_MS).unref();
  };

  const contexts = new Map<string, string>();
  root.on('Target.targetCreated', ({ targetInfo: { targetId, browserContextId } }) => {
    if (browserContextId !== undefined) contexts.set(targetId, browserContextId);
  });
  root.on('Target.targetDestroyed', ({ targetId }) => contexts.delete(targetId));
  root.on('Target.targetCrashed', ({ targetId }) => {
    if (!isTended(contexts.get(targetId) ?? '')) die("a page's process");
  });
  await root.send('Target.setDiscoverTargets', { discover: true }).catch(() => {
    throw die('its main process');
  });
  await look();
  lookAgain();

  return {
    died,
    hasDied: () => death !== undefined,
    assertWhole: look,
    guard: async (work) => {
      try {
        const result = await Promise.race([work(), died]);
        await look();
        return result;
      } catch (error) {
        await look(); // a death explains whatever else was thrown
        throw error;
      }
    },
  };
}
