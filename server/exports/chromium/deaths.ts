import type { Browser, Protocol } from 'puppeteer-core';
import { answeredWithin, PageHung } from './page-hung.ts';

/** A browser process died, so anything observed on its pages meanwhile is unreliable. */
export class BrowserDied extends Error {
  /** @param what the process that died */
  constructor(what: string) {
    super(`The browser failed because ${what} ended unexpectedly.`);
    this.name = 'BrowserDied';
  }
}

/** Detects the death of a browser, or of a process that its pages depend on. */
export type Deaths = Readonly<{
  /** Rejects with BrowserDied as soon as a death is detected. */
  died: Promise<never>;
  hasDied: () => boolean;
  /**
   * Asks the browser for its processes. A death may affect a page before it is reported.
   * @throws BrowserDied
   */
  assertWhole: () => Promise<void>;
  /**
   * Runs work in the browser.
   * @throws BrowserDied if a process died meanwhile, whatever the outcome of the work; otherwise whatever `work` throws
   */
  guard: <T>(work: () => Promise<T>) => Promise<T>;
}>;

export type DeathOptions = Readonly<{
  /** Whether the opener of this context handles crashes of its pages itself; such crashes do not count as deaths. */
  isTended?: (contextId: string) => boolean;
  /** Called with the list of processes on every check. */
  onLook?: (processes: readonly Protocol.SystemInfo.ProcessInfo[]) => void;
}>;

const LOOK_MS = 200;
/** A browser that does not list its processes within this time hangs as a whole, and is killed. */
const ANSWER_MS = 20_000;
/**
 * Chromium restarts these silently (content/browser/gpu, content/browser/network_service_instance_impl.cc): pending
 * requests get no response, and pending rendering is lost. Other helper processes come and go as needed.
 */
const VITAL = /^(browser|GPU|network\.|storage\.)/;

/** @throws BrowserDied if the browser has already ended */
export async function watchDeaths(
  browser: Browser,
  { isTended = () => false, onLook }: DeathOptions = {},
): Promise<Deaths> {
  const { promise: died, reject } = Promise.withResolvers<never>();
  died.catch(() => {}); // avoids an unhandled rejection if nothing is waiting
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
        await look(); // a death explains any other error
        throw error;
      }
    },
  };
}
