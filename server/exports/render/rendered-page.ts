/** Result of rendering an address: a page, or the reason for failure. */
export type RenderResult = RenderedPage | RenderFailure;

export type RenderedPage = Readonly<{
  outcome: 'rendered';
  /** Requested URL. */
  url: string;
  /** Final URL, after redirects by the origin and by scripts. Relative URLs in `html` resolve against it. */
  finalUrl: string;
  /** HTTP status of the document. */
  status: number;
  /**
   * Snapshot of the page once it was quiet: declared as UTF-8, without scripts of the site (see in-page/snapshot.ts).
   */
  html: Buffer;
  title: string;
  /** Visible text: NFC, with whitespace collapsed. */
  text: string;
  /** Absolute targets of `a` and `area`, with their fragments, in document order, without duplicates. */
  links: readonly string[];
  /** Resources that the page loaded or tried to load, without duplicates. */
  assets: readonly RequestedAsset[];
  /** Custom elements defined by scripts. Without them, `:not(:defined)` rules hide their content. */
  definedElements: readonly string[];
  /** Whether the page has features that need scripts: tabs, menus, a theme, copy buttons, highlighted navigation. */
  isInteractive: boolean;
  /** Selectors from the settings that match something in the page. */
  selected: readonly string[];
  notes: readonly RenderNote[];
  /** Uncaught errors and errors logged by scripts; at most 100, each at most 500 characters. */
  consoleErrors: readonly string[];
  durationMs: number;
}>;

export type RequestedAsset = Readonly<{
  url: string;
  /**
   * Chromium's resource type in lower case: `script`, `stylesheet`, `image`, `font`, `fetch`, `xhr`, `media`,
   * `document`, …
   */
  type: string;
  /** HTTP status; 0 if there was no response. */
  status: number;
  /** Reason if there was no response: `refused` for hosts that a page may not reach, otherwise Chromium's error. */
  failure?: string;
}>;

/** Remark about how a page was captured, for the user. */
export type RenderNote = Readonly<{ kind: RenderNoteKind; detail: string }>;

export type RenderNoteKind =
  /** Captured at the time limit while still changing or loading. */
  | 'never-quiet'
  /** The load event did not fire in time, so loading was stopped. */
  | 'load-cut'
  /** `readySelector` did not match in time. */
  | 'not-ready'
  /** Invalid selector in the settings. */
  | 'bad-selector'
  /** Placeholders for content that never arrived. */
  | 'placeholders'
  /** The page shows nothing. */
  | 'empty'
  /** The page grew while being scrolled, or was too long to scroll to its end. */
  | 'scroll-capped'
  /** Scripts redirected the tab more often than allowed. */
  | 'redirects-capped'
  /** A script tried to navigate to another site; the page was captured as it was. */
  | 'left-site'
  | 'dialog'
  | 'window-open'
  | 'download'
  | 'print'
  /** A resource of the site that the page requested without getting a response. */
  | 'unanswered'
  /** Requests to hosts that a page may not reach. */
  | 'refused'
  /** More requests were made than are listed. */
  | 'requests-capped'
  /** Canvas drawings or frames that could not be kept. */
  | 'not-kept'
  /** The page shows live data or a map, which remains as captured. */
  | 'live'
  /** The first attempt failed, through the page's own fault. */
  | 'second-attempt';

export type RenderFailure = Readonly<{
  outcome: 'failed';
  url: string;
  reason: RenderFailureReason;
  /** A sentence for the report. */
  message: string;
  /** More than 1 if a tab or browser had to be replaced; 0 if there was nothing to try. */
  attempts: number;
  durationMs: number;
}>;

export type RenderFailureReason =
  /** No document: connection refused or reset, unknown host name, TLS error, or timeout. */
  | 'unreachable'
  /** The address redirects to another site. */
  | 'left-site'
  /** The address is a download. */
  | 'download'
  /** The snapshot is larger than the limit. */
  | 'too-large'
  /** The tab crashed on every attempt. */
  | 'crashed'
  /** The page did not respond in time, twice, for example because of a script that never ends. */
  | 'hung'
  /** The page exceeded the memory limit, twice. */
  | 'memory'
  /** The whole browser crashed on every attempt. */
  | 'browser-lost'
  | 'browser-hung'
  /** Capturing the page failed, twice. */
  | 'unreadable';
