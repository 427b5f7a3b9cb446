import type { Publication, PublicationChange, PublicationStage } from '../store/publications.ts';
import type { ProgressMeter } from './progress-meter.ts';
import type { Release } from './release.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';
import type { TargetLock } from './target-lock.ts';

/** What a publication works with. What it needs to go on after it was killed is in the store and on the target. */
export type PublicationPorts = Readonly<{
  publication: Publication;
  openTarget: (signal: AbortSignal) => Promise<Target>;
  /** Reads what is published. @param maxFileBytes of the target */
  openSource: (maxFileBytes: number | null, signal: AbortSignal) => Promise<Source>;
  /** Host and user, for whoever finds the lock. */
  owner: string;
  note: (change: PublicationChange) => void;
  /** Versions that earlier publications left unfinished on this target. */
  unfinished: () => readonly string[];
  /** It is a folder to which something was published before: when there is nothing, it is not the one that was meant. */
  isFilledFolder?: () => boolean;
  signal: AbortSignal;
  log: (message: string) => void;
  firstPauseMs?: number;
}>;

/** A publication while it runs: what one stage has found out for the next. */
export type PublicationRun = PublicationPorts & {
  readonly target: Target;
  readonly meter: ProgressMeter;
  readonly lock: TargetLock;
  /** What is published; a rollback has none. */
  source?: Source;
  /** The version that is brought, or returned to. */
  release?: Release;
  /** What readers see before. */
  previous?: string | null;
  /** The release that unchanged files are taken from. */
  base?: Release | undefined;
  /** Files that are there and are not what they should be. */
  damaged: Set<string>;
  rounds: number;
};

/** Does its part and says what comes next. May be run again from its beginning at any time. */
export type Stage = (run: PublicationRun) => Promise<PublicationStage>;

export type Stages = Readonly<Partial<Record<PublicationStage, Stage>>>;

export function required<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`The previous stage must provide the ${what}.`);
  return value;
}
