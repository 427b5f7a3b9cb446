import type { Caps } from '../crawl/caps.ts';
import type { LoginWatch } from '../crawl/login-detection.ts';
import type { Scope } from '../site/scope.ts';
import type { Site } from '../site/site.ts';
import type { FetchResource } from './fetch-resource.ts';
import type { Fetched } from './http/fetched.ts';

/** Source of a job's content. The pipeline sees every source as one HTTP origin. */
export type Source = Readonly<{
  site: Site;
  scope: Scope;
  /**
   * Syncs the frontier with what the origin lists.
   * @throws OffprintError if there is nothing to export
   */
  seed: () => Seeded;
  /**
   * Gets a site path. Redirects are returned, not followed.
   * @throws FetchError, OffprintError `origin-unreachable`, and the reason of the signal
   */
  fetch: <Kept>(path: string, ask: FetchAsk<Kept>) => Promise<Fetched<Kept>>;
  /** Whether the content is known, without a request, to be unchanged since it had this validator. */
  isUnchanged: (path: string, validator: string | null, sinceMs: number) => boolean;
  /**
   * Called when everything has been acquired. False if the origin has changed in the meantime and must be seeded
   * again.
   */
  isSettled: () => Promise<boolean>;
  /** Its redirects were written by its author: one to another site is where links to it go, not a fault. */
  statesRedirects?: true;
  /** `Seeded.pagesKnown` is complete: no link adds another page. */
  listsAllPages?: true;
  /** Limits that may end the crawl early. */
  caps: Caps;
  /** Detects when the origin asks for a login instead of answering. */
  login?: LoginWatch;
  /** The site for a browser that renders its pages, or compares the bundle with them. */
  browser: () => BrowserAccess;
  close: () => Promise<void>;
}>;

export type Seeded = Readonly<{
  /** URLs that are exported regardless of references. */
  roots: Iterable<string>;
  /** Pages that the origin lists. */
  pagesKnown: number;
  /** Whether any of it was new to the frontier. */
  changed: boolean;
}>;

export type FetchAsk<Kept> = Readonly<{
  /** Validator of the content that is already stored: the origin may answer 304. */
  validator?: string | null;
  keep: (chunks: AsyncIterable<Buffer>) => Promise<Kept>;
  signal: AbortSignal;
}>;

/** The site as seen by a browser that has no network access of its own. */
export type BrowserAccess = Readonly<{
  /** Origin of the pages: `https://docs.example.com`. */
  origin: string;
  /** Other hosts that pages may load from. */
  assetHosts: readonly string[];
  /** Answers all requests of the browser. */
  fetchResource: FetchResource;
}>;
