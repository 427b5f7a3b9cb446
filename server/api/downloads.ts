import type { ServerResponse } from 'node:http';

/** Downloads by links that are under way at a time: of one link, and of all. */
const OF_ONE_LINK_MAX = 200;
const MAX = 1_000;

export type Downloads = Readonly<{
  /** @param link what tells links apart @returns false when there are too many; else it counts until it is answered */
  begin: (link: string, response: ServerResponse) => boolean;
}>;

/** Bounds downloads, so that whoever has a link and does not read what it leads to takes no place from others. */
export function openDownloads(ofOneLinkMax = OF_ONE_LINK_MAX, max = MAX): Downloads {
  const underWay = new Map<string, number>();
  let all = 0;
  return {
    begin: (link, response) => {
      const count = underWay.get(link) ?? 0;
      if (count >= ofOneLinkMax || all >= max) return false;
      underWay.set(link, count + 1);
      all++;
      response.once('close', () => {
        all--;
        const left = (underWay.get(link) ?? 1) - 1;
        if (left > 0) underWay.set(link, left);
        else underWay.delete(link);
      });
      return true;
    },
  };
}
