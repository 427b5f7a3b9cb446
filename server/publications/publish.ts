import type { OffprintError } from '../errors.ts';
import type { PublicationStage } from '../store/publications.ts';
import { commitPublication, commitRollback } from './commit.ts';
import { preflight } from './preflight.ts';
import { progressMeter } from './progress-meter.ts';
import { pruneReleases } from './prune.ts';
import type { PublicationPorts, PublicationRun, Stage, Stages } from './publication-run.ts';
import { retries } from './retries.ts';
import { planRollback } from './rollback.ts';
import type { Target } from './target.ts';
import { lockTarget, type TargetLock } from './target-lock.ts';
import { transferFiles } from './transfer.ts';
import { verifyPublication, verifyRollback } from './verify-release.ts';

const STAGES: Readonly<Record<'publish' | 'rollback', Stages>> = {
  publish: {
    plan: preflight,
    transfer: transferFiles,
    verify: verifyPublication,
    commit: commitPublication,
    prune: pruneReleases,
  },
  rollback: { plan: planRollback, verify: verifyRollback, commit: commitRollback },
};

/** Time limit for releasing the target after an abort. */
const RELEASE_MS = 10_000;

/**
 * Runs or resumes a publication: each stage inspects the target and does what is missing there. After the switch, only
 * pruning is resumed.
 * @throws OffprintError as the stages do; the signal's reason
 */
export async function runPublication(ports: PublicationPorts): Promise<void> {
  const { publication, note, openTarget, owner } = ports;
  const lost = new AbortController();
  const signal = AbortSignal.any([ports.signal, lost.signal]);
  const onPause = (error: OffprintError, waitMs: number): void =>
    note({ note: `${error.message} Retrying in ${Math.ceil(waitMs / 1000)} s.` });
  const { firstPauseMs } = ports;
  const patient = retries({ signal, onPause, ...(firstPauseMs !== undefined && { firstPauseMs }) });
  const meter = progressMeter(note, publication);
  const patiently = <T>(work: () => Promise<T>): Promise<T> => patient.run(work, meter.progress);

  const target = await patiently(() => openTarget(signal));
  let lock: TargetLock | undefined;
  try {
    const lockOwner = { targetId: publication.targetId, publicationId: publication.id, owner };
    lock = await patiently(() => lockTarget(target, lockOwner, (why) => lost.abort(why)));
    const run: PublicationRun = { ...ports, signal, target, meter, lock, damaged: new Set(), rounds: 0 };
    const stages = STAGES[publication.kind];
    let stage: PublicationStage = publication.stage === 'prune' ? 'prune' : 'plan';
    while (stage !== 'done') {
      const work: Stage | undefined = stages[stage];
      if (!work) throw new Error(`A ${publication.kind} has no stage ${stage}.`);
      note({ stage, note: null });
      stage = await patiently(() => work(run));
    }
  } finally {
    // The abort closed these connections too, so the lock is released over a new one.
    if (signal.aborted) await target.close().catch(() => {});
    const free = signal.aborted ? openTarget : async (): Promise<Target> => target;
    if (lock) await letGo(free, lock, ports);
    else await target.close().catch(() => {});
  }
}

async function letGo(
  openTarget: PublicationPorts['openTarget'],
  lock: TargetLock,
  { log, publication }: PublicationPorts,
): Promise<void> {
  try {
    const target = await openTarget(AbortSignal.timeout(RELEASE_MS));
    try {
      await lock.release(target);
      await target.settle();
    } finally {
      await target.close();
    }
  } catch (error) {
    // It expires by itself and does not block this installation.
    log(`publication ${publication.id}: the lock on the target will remain until it expires (${error})`);
  }
}
