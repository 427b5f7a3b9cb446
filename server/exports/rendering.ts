import path from 'node:path';
import type { ExportJob } from '../store/exports.ts';
import { timeoutsWithin } from './render/options.ts';
import type { RenderPool } from './render/pool.ts';
import type { RenderResult } from './render/rendered-page.ts';
import { absoluteUrl } from './site.ts';
import type { BrowserAccess, Source } from './source.ts';

/** The browser of one job: started when the first page needs it. */
export type Rendering = Readonly<{
  access: BrowserAccess;
  /**
   * Shows a place of the site in a browser. What a page does wrong is a value.
   * @throws OffprintError `browser` when there is none or it does not start; the signal's reason when aborted
   */
  render: (place: string) => Promise<RenderResult>;
  close: () => Promise<void>;
}>;

export function openRendering({
  dataFolder,
  job: { settings },
  source,
  signal,
}: Readonly<{ dataFolder: string; job: ExportJob; source: Source; signal: AbortSignal }>): Rendering {
  const access = source.browser();
  let opening: Promise<RenderPool> | undefined;
  const open = async (): Promise<RenderPool> => {
    // The browser's driver is large: loaded when it is needed.
    const { openRenderPool } = await import('./render/pool.ts');
    return openRenderPool({
      ...access,
      cacheFolder: path.join(dataFolder, 'browser'),
      viewport: { width: settings.viewportWidth, height: settings.viewportHeight },
      ...(settings.readySelector !== '' && { readySelector: settings.readySelector }),
      hideSelectors: settings.hideSelectors,
      timeouts: timeoutsWithin(settings.renderMaxMs),
      signal,
    });
  };
  return {
    access,
    render: async (place) => {
      opening ??= open();
      return (await opening).render(absoluteUrl(access.origin, place));
    },
    close: async () => {
      const pool = opening;
      opening = undefined;
      await (await pool)?.close();
    },
  };
}
