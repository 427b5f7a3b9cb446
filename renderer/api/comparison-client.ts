import type { Comparison, PageComparison } from '../../server/api/wire.types.ts';
import type { Query, Send } from './client.ts';
import { jobPath } from './paths.ts';

/** API calls that compare two exports. */
export function comparisonCalls({
  send,
  get,
}: Pick<Send, 'send'> & Readonly<{ get: <T>(path: string, query?: Query) => Promise<T> }>) {
  return {
    comparison: (jobId: string, base: string | undefined) =>
      get<Comparison>(jobPath(jobId, '/comparison'), { base }),
    pageComparison: (jobId: string, base: string, path: string) =>
      get<PageComparison>(jobPath(jobId, '/comparison/page'), { base, path }),
    /** Returns a data: URL, which the interface's Content Security Policy allows. */
    pagePicture: async (jobId: string, path: string): Promise<string> => {
      const query = new URLSearchParams({ path });
      const response = await send('GET', jobPath(jobId, `/picture?${query}`));
      return dataUrl(await response.blob());
    },
  };
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
