import path from 'node:path';
import type { StageThreads } from '../exports/threads/threads.ts';

export type PreparationCommands = Readonly<{
  /** Warms up for the first export: loads its code, starts threads, unpacks the browser. */
  prepareExports: () => Promise<void>;
}>;

export function preparationCommands(
  dataFolder: string,
  threads: Pick<StageThreads, 'warm'>,
): PreparationCommands {
  return {
    prepareExports: async () => {
      const { prepareBrowser } = await import('../exports/chromium/open.ts');
      const unpacked = prepareBrowser({
        cacheFolder: path.join(dataFolder, 'browser'),
        signal: new AbortController().signal,
      });
      await Promise.all([import('../exports/job/run.ts'), import('../exports/render/pool.ts')]);
      threads.warm();
      await unpacked;
    },
  };
}
