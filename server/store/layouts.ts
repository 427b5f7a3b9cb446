import type { Store } from './database.ts';
import type { RenderMode } from './resources.ts';

/** How pages of a layout are acquired, and the proof of that. */
export type Layout = Readonly<{
  layout: string;
  renderMode: RenderMode;
  /** A sentence. */
  reason: string;
  /** Pages that were compared with their rendering; 0 where the layout was judged by others of few pages. */
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

/** How pages of one layout were acquired, as reports have it: there the render mode is called `way`. */
export type AcquiredLayout = Readonly<{ way: RenderMode; reason: string; pages: number; example: string }>;

/** The pages of a job by layout, render mode and reason, most of them first. */
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

/** Pages about whose acquiring a person should know something, with what. */
export function remarkedPages(store: Store, jobId: string): Readonly<{ url: string; reason: string }>[] {
  return store
    .prepare(
      `SELECT url, way_reason AS reason FROM resources
       WHERE job_id = ? AND way = 'rendered' AND status = 'done' AND kind = 'page' AND way_reason IS NOT NULL ORDER BY url`,
    )
    .all(jobId) as { url: string; reason: string }[];
}
