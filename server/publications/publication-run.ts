import type { Publication, PublicationChange, PublicationStage } from '../store/publications.ts';
import type { ProgressMeter } from './progress-meter.ts';
import type { Release } from './release.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';
import type { TargetLock } from './target-lock.ts';

/** Dependencies of a publication. The state needed to resume after a crash is in the store and on the target. */
export type PublicationPorts = Readonly<{
  publication: Publication;
  openTarget: (signal: AbortSignal) => Promise<Target>;
  /** Opens the bundle to publish. @param maxFileBytes limit of the target */
  openSource: (maxFileBytes: number | null, signal: AbortSignal) => Promise<Source>;
  /** Host and user, shown to others who find the lock. */
  owner: string;
  note: (change: PublicationChange) => void;
  /** Versions that earlier publications left unfinished on this target. */
  unfinished: () => readonly string[];
  /**
   * Whether it is a folder that was published to before. If it is empty now, it is probably not the intended one (not
   * mounted).
   */
  isFilledFolder?: () => boolean;
  signal: AbortSignal;
  log: (message: string) => void;
  firstPauseMs?: number;
}>;

/** A running publication, with the results that stages pass on. */
export type PublicationRun = PublicationPorts & {
  readonly target: Target;
  readonly meter: ProgressMeter;
  readonly lock: TargetLock;
  /** The bundle to publish; none for a rollback. */
  source?: Source;
  /** The version to publish or to roll back to. */
  release?: Release;
  /** The version that readers see before the switch. */
  previous?: string | null;
  /** The release from which unchanged files are copied. */
  base?: Release | undefined;
  /** Files on the target with wrong content. */
  damaged: Set<string>;
  rounds: number;
};

/** Runs one stage and returns the next. Can be rerun from the start at any time. */
export type Stage = (run: PublicationRun) => Promise<PublicationStage>;

export type Stages = Readonly<Partial<Record<PublicationStage, Stage>>>;

export function required<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`The previous stage must provide the ${what}.`);
  return value;
}
