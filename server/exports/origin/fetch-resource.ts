/** A request of a page that somebody else answers in the browser's place. */
export type ResourceRequest = Readonly<{
  url: string;
  method: 'GET' | 'HEAD';
  /** As Chromium would have sent them; those of the origin are added by who answers. */
  headers: Readonly<Record<string, string>>;
  type: string;
}>;

export type ResourceAnswer = Readonly<{
  status: number;
  /** A name may stand several times. `content-encoding` is undone in `body` and absent. */
  headers: readonly Readonly<{ name: string; value: string }>[];
  body: Uint8Array;
}>;

/** @returns undefined to refuse; a redirect is returned as such, so that the page ends at the right address */
export type FetchResource = (request: ResourceRequest) => Promise<ResourceAnswer | undefined>;
