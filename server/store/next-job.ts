import type { Store } from './database.ts';

/** The job whose turn it is: the oldest that waits, is not paused, not in `except` and, where given, in `among`. */
export function nextJob(
  store: Store,
  except: readonly string[],
  among?: readonly string[],
): string | undefined {
  // Each status by itself: its index gives the oldest without a look at the others. Of the same millisecond, the one
  // that was written first.
  const oldest = store.prepare(
    `SELECT id, created_at AS createdAt, rowid AS place FROM export_jobs WHERE status = @status AND paused = 0
     AND id NOT IN (SELECT value FROM json_each(@except))
     AND (@among IS NULL OR id IN (SELECT value FROM json_each(@among))) ORDER BY created_at, rowid LIMIT 1`,
  );
  const lists = { except: JSON.stringify(except), among: among ? JSON.stringify(among) : null };
  const [first, second] = ['running', 'queued']
    .map(
      (status) =>
        oldest.get({ status, ...lists }) as { id: string; createdAt: string; place: number } | undefined,
    )
    .filter((job) => job !== undefined);
  if (!first || !second) return first?.id;
  const isFirst =
    first.createdAt === second.createdAt ? first.place < second.place : first.createdAt < second.createdAt;
  return isFirst ? first.id : second.id;
}
