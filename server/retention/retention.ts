import { asOffprintError } from '../errors.ts';
import type { Clock } from '../schedules/scheduler.ts';
import type { Host } from '../writer/host.ts';
import {
  planRetention,
  type Removable,
  type RetentionPlan,
  type RetentionSettings,
  type Served,
} from './plan.ts';

/** Outcome of a prune. */
export type Pruned = Readonly<{
  removed: readonly Removable[];
  failed: readonly (Removable & Readonly<{ error: string }>)[];
}>;

export type Retention = Readonly<{
  plan: () => RetentionPlan;
  /** Removes what the rules allow and records each removal. Concurrent calls share one run. */
  prune: (by: string) => Promise<Pruned>;
  close: () => void;
}>;

type RetentionPorts = Readonly<{
  clock: Clock;
  settings: () => RetentionSettings & Readonly<{ retentionDaily: boolean }>;
  served: () => Served;
  /** False in a program that runs a single command: nothing is removed automatically there. */
  isServer: boolean;
  log: (message: string) => void;
}>;

const DAY_MS = 86_400_000;
/** Delay after the start, so that the rules can still be changed before the first run. */
const FIRST_AFTER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;

/** Removes old exports, deltas and received bundles by rules: on request, and daily if that is enabled. */
export function openRetention(
  host: Host,
  { clock, settings, served, isServer, log }: RetentionPorts,
): Retention {
  const plan = (): RetentionPlan => planRetention(host.store(), settings(), served(), clock.now());
  let underWay: Promise<Pruned> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let cancel = (): void => {};

  const remove = (item: Removable, by: string): Promise<void> => {
    if (item.kind === 'delta')
      return host.command('pruneDelta', item.id, item.baseJobId ?? '', by, item.bytes);
    if (item.kind === 'received') return host.command('pruneReceived', item.id, by, item.bytes);
    return host.command('pruneJob', item.id, by, item.bytes);
  };

  const run = async (by: string): Promise<Pruned> => {
    const removed: Removable[] = [];
    const failed: (Removable & { error: string })[] = [];
    for (const item of plan().remove) {
      // The item may have been pinned, published or linked meanwhile.
      const isStill = plan().remove.some(({ kind, id, baseJobId }) => {
        return kind === item.kind && id === item.id && baseJobId === item.baseJobId;
      });
      if (!isStill) continue;
      try {
        await remove(item, by);
        removed.push(item);
      } catch (error) {
        failed.push({ ...item, error: asOffprintError(error).message });
      }
    }
    log(`retention: ${removed.length} removed, ${failed.length} could not be removed, requested by ${by}`);
    return { removed, failed };
  };

  const prune = (by: string): Promise<Pruned> => {
    underWay ??= run(by).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };

  const look = (): void => {
    if (settings().retentionDaily && clock.now() - lastAt >= DAY_MS) {
      lastAt = clock.now();
      prune('retention').catch((error: unknown) => log(`retention: ${error}`));
    }
    cancel = clock.after(LOOK_EVERY_MS, look);
  };
  if (isServer) cancel = clock.after(FIRST_AFTER_MS, look);

  return { plan, prune, close: () => cancel() };
}
