/** A request of a page that is intercepted and answered in place of the network. */
export type ResourceRequest = Readonly<{
  url: string;
  method: 'GET' | 'HEAD';
  /** As Chromium would send them; the headers for the origin are added when it is answered. */
  headers: Readonly<Record<string, string>>;
  type: string;
}>;

export type ResourceAnswer = Readonly<{
  status: number;
  /** A name may occur several times. `content-encoding` is absent, because `body` is decoded. */
  headers: readonly Readonly<{ name: string; value: string }>[];
  body: Uint8Array;
}>;

/** @returns undefined to refuse; redirects are returned as they are, so that the page ends up at the right address */
export type FetchResource = (request: ResourceRequest) => Promise<ResourceAnswer | undefined>;
