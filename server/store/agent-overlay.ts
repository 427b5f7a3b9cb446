import type { OverlayChange, OverlayStore } from '../agents/workspace/overlay.ts';
import type { FileMode } from '../agents/workspace/tree.ts';
import type { Store } from './database.ts';

type Row = { seq: number; path: string; mode: FileMode; content: Buffer | null };

/** Returns access to the overlay of one job. */
export function overlayTable(store: Store, jobId: string): OverlayStore {
  const insert = store.prepare<[string, number, number, string, string, Buffer | null]>(
    'INSERT INTO agent_overlay (job_id, seq, position, path, mode, content) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = store.prepare<[string], Row>(
    'SELECT seq, path, mode, content FROM agent_overlay WHERE job_id = ? ORDER BY seq, position',
  );
  const forget = store.prepare<[string, number]>('DELETE FROM agent_overlay WHERE job_id = ? AND seq > ?');
  const putAll = store.transaction((seq: number, changes: readonly OverlayChange[]) => {
    changes.forEach(({ path, mode, content }, position) => {
      insert.run(jobId, seq, position, path, mode, content);
    });
  });
  return {
    put: (seq, changes) => putAll.immediate(seq, changes),
    all: () => select.all(jobId).map(({ seq, ...change }) => ({ seq, change })),
    dropAfter: (seq) => {
      forget.run(jobId, seq);
    },
  };
}
