import type { FileMode } from './tree.ts';

/** One path as a job left it: new content, or null where it was deleted. */
export type OverlayChange = Readonly<{ path: string; mode: FileMode; content: Buffer | null }>;

/**
 * What a job has changed, apart from the commit that it started from. Changes belong to the event of the log that
 * made them: they are stored before the event is, and what no event ever spoke of is forgotten at the next start.
 */
export type OverlayStore = Readonly<{
  /** Stores the changes of one event, all or none. A path that is there already is replaced from this event on. */
  put: (seq: number, changes: readonly OverlayChange[]) => void;
  /** Every change, by event and then in the order in which it was put. */
  all: () => readonly Readonly<{ seq: number; change: OverlayChange }>[];
  /** Forgets what came after an event. */
  dropAfter: (seq: number) => void;
}>;

/** The newest change of every path. */
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
