import type { ServerResponse } from 'node:http';
import { whenClosed } from './when-closed.ts';

/** Maximum number of concurrent downloads by signed links: per link, and in total. */
const PER_LINK_MAX = 200;
const MAX = 1_000;

export type DownloadLimits = Readonly<{
  /**
   * Counts a download until its response closes.
   * @param link identifies the link, such as its signature
   * @returns false, without counting, if there are too many
   */
  begin: (link: string, response: ServerResponse) => boolean;
}>;

/** Limits concurrent downloads, so that a client that reads one link slowly or not at all does not lock others out. */
export function downloadLimits(perLinkMax = PER_LINK_MAX, max = MAX): DownloadLimits {
  const underWay = new Map<string, number>();
  let all = 0;
  return {
    begin: (link, response) => {
      const count = underWay.get(link) ?? 0;
      if (count >= perLinkMax || all >= max) return false;
      underWay.set(link, count + 1);
      all++;
      whenClosed(response, () => {
        all--;
        const left = (underWay.get(link) ?? 1) - 1;
        if (left > 0) underWay.set(link, left);
        else underWay.delete(link);
      });
      return true;
    },
  };
}
