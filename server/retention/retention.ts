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

/** What was removed, and what could not be. */
export type Pruned = Readonly<{
  removed: readonly Removable[];
  failed: readonly (Removable & Readonly<{ error: string }>)[];
}>;

export type Retention = Readonly<{
  plan: () => RetentionPlan;
  /** Removes what the rules let go and writes each of it down. Asked for twice, it is done once. */
  prune: (by: string) => Promise<Pruned>;
  close: () => void;
}>;

type RetentionPorts = Readonly<{
  clock: Clock;
  settings: () => RetentionSettings & Readonly<{ retentionDaily: boolean }>;
  served: () => Served;
  /** False in a program that ends with its command: nothing is removed there by itself. */
  isServer: boolean;
  log: (message: string) => void;
}>;

const DAY_MS = 86_400_000;
/** After the start, so that whoever starts it can still change the rules. */
const FIRST_AFTER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;

/** Removes old exports, deltas and received bundles by rules: when it is asked to, and daily where that is switched on. */
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
      // Somebody may have pinned, published or linked it meanwhile.
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
