import type { Store } from './database.ts';
import type { RenderMode } from './resources.ts';

/** How the pages of a layout are acquired, and why. */
export type Layout = Readonly<{
  layout: string;
  renderMode: RenderMode;
  /** Explanation in one sentence. */
  reason: string;
  /**
   * Number of pages compared with their rendering. 0 if the layout is small and was classified together with others.
   */
  samples: number;
}>;

export function layoutsOf(store: Store, jobId: string): Layout[] {
  return store
    .prepare(
      'SELECT layout, way AS renderMode, reason, samples FROM layouts WHERE job_id = ? ORDER BY layout',
    )
    .all(jobId) as Layout[];
}

export function setLayout(
  store: Store,
  jobId: string,
  { layout, renderMode, reason, samples }: Layout,
): void {
  store
    .prepare('INSERT OR REPLACE INTO layouts VALUES (?, ?, ?, ?, ?)')
    .run(jobId, layout, renderMode, reason, samples);
}

export function clearLayouts(store: Store, jobId: string): void {
  store.prepare('DELETE FROM layouts WHERE job_id = ?').run(jobId);
}

/** How the pages of a layout were acquired, in the form for reports, where the render mode is called `way`. */
export type AcquiredLayout = Readonly<{ way: RenderMode; reason: string; pages: number; example: string }>;

/** Returns the pages of a job by layout, render mode and reason, largest groups first. */
export function acquiredLayouts(store: Store, jobId: string): AcquiredLayout[] {
  return store
    .prepare(
      `SELECT r.way, coalesce(l.reason, CASE r.way WHEN 'rendered' THEN 'The render setting is "always".' ELSE r.way_reason END, '') AS reason, count(*) AS pages, min(r.url) AS example
       FROM resources r LEFT JOIN layouts l ON l.job_id = r.job_id AND l.layout = r.layout
       WHERE r.job_id = ? AND r.kind = 'page' AND r.status = 'done' AND r.way IS NOT NULL
       GROUP BY r.way, r.layout ORDER BY pages DESC, example`,
    )
    .all(jobId) as AcquiredLayout[];
}

/** Returns pages with a remark on how they were acquired. */
export function remarkedPages(store: Store, jobId: string): Readonly<{ url: string; reason: string }>[] {
  return store
    .prepare(
      `SELECT url, way_reason AS reason FROM resources
       WHERE job_id = ? AND way = 'rendered' AND status = 'done' AND kind = 'page' AND way_reason IS NOT NULL ORDER BY url`,
    )
    .all(jobId) as { url: string; reason: string }[];
}
