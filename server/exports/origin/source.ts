import type { Caps } from '../crawl/caps.ts';
import type { LoginWatch } from '../crawl/login-detection.ts';
import type { Scope } from '../site/scope.ts';
import type { Site } from '../site/site.ts';
import type { FetchResource } from './fetch-resource.ts';
import type { Fetched } from './http/fetched.ts';

/** Where the content of a job comes from. Whatever it is, the pipeline sees one HTTP origin. */
export type Source = Readonly<{
  site: Site;
  scope: Scope;
  /**
   * Brings the frontier into agreement with what the origin lists.
   * @throws OffprintError when there is nothing to export
   */
  seed: () => Seeded;
  /**
   * Gets what is at a place of the site; redirects are answers.
   * @throws FetchError, OffprintError `origin-unreachable`, and what the signal was aborted with
   */
  fetch: <Kept>(path: string, ask: FetchAsk<Kept>) => Promise<Fetched<Kept>>;
  /** Whether the origin knows without being asked that content is what it was when it had this validator. */
  isUnchanged: (path: string, validator: string | null, sinceMs: number) => boolean;
  /** Called when everything has been acquired: false when the origin changed meanwhile and is to be seeded again. */
  isSettled: () => Promise<boolean>;
  /** Its redirects are what its author wrote: one to another site is where links to it lead, not a fault. */
  statesRedirects?: true;
  /** `Seeded.pagesKnown` is all of them: a link leads to no other page. */
  listsAllPages?: true;
  /** Why the acquiring may end early. */
  caps: Caps;
  /** Says when the origin asks who is there instead of answering. */
  login?: LoginWatch;
  /** The site for a browser that makes its pages, or compares the bundle with them. */
  browser: () => BrowserAccess;
  close: () => Promise<void>;
}>;

export type Seeded = Readonly<{
  /** What is exported whoever refers to it. */
  roots: Iterable<string>;
  /** Pages that the origin lists. */
  pagesKnown: number;
  /** Whether anything of it was news to the frontier. */
  changed: boolean;
}>;

export type FetchAsk<Kept> = Readonly<{
  /** Of what is there already: the origin may answer 304. */
  validator?: string | null;
  keep: (chunks: AsyncIterable<Buffer>) => Promise<Kept>;
  signal: AbortSignal;
}>;

/** The site as a browser sees it, which reaches nothing by itself. */
export type BrowserAccess = Readonly<{
  /** Where pages are: `https://docs.example.com`. */
  origin: string;
  /** Other hosts that pages may load from. */
  assetHosts: readonly string[];
  /** Answers everything that a browser asks for. */
  fetchResource: FetchResource;
}>;
