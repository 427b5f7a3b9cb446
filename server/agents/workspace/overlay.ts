import type { FileMode } from './tree.ts';

/** Change to one path by a job: new content, or null if it was deleted. */
export type OverlayChange = Readonly<{ path: string; mode: FileMode; content: Buffer | null }>;

/**
 * Changes of a job on top of the commit that it started from. Each belongs to the log event that made it. Changes are
 * stored before their event, and those without an event are dropped at the next start.
 */
export type OverlayStore = Readonly<{
  /**
   * Stores the changes of one event, all or none. From this event on, they replace earlier changes to the same paths.
   */
  put: (seq: number, changes: readonly OverlayChange[]) => void;
  /** Returns every change, by event and then in insertion order. */
  all: () => readonly Readonly<{ seq: number; change: OverlayChange }>[];
  /** Drops all changes after an event. */
  dropAfter: (seq: number) => void;
}>;

/** Returns the newest change of every path. */
export function newest(store: OverlayStore): ReadonlyMap<string, OverlayChange> {
  return new Map(store.all().map(({ change }) => [change.path, change]));
}

export function memoryOverlay(): OverlayStore {
  let rows: Readonly<{ seq: number; change: OverlayChange }>[] = [];
  return {
    put: (seq, changes) => {
      rows.push(...changes.map((change) => ({ seq, change })));
    },
    all: () => rows,
    dropAfter: (seq) => {
      rows = rows.filter((row) => row.seq <= seq);
    },
  };
}
