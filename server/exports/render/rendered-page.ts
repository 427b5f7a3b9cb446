/** What a browser made of an address: a page, or the reason why there is none. */
export type RenderResult = RenderedPage | RenderFailure;

export type RenderedPage = Readonly<{
  outcome: 'rendered';
  /** As it was asked for. */
  url: string;
  /** Where the tab ended: after redirects by the origin and by scripts. Relative URLs of `html` resolve against it. */
  finalUrl: string;
  /** HTTP status of the document. */
  status: number;
  /** The page as it stood when it was quiet: UTF-8, declared as such, without scripts of the site (see in-page/snapshot.ts). */
  html: Buffer;
  title: string;
  /** What a reader sees: NFC, white space folded. */
  text: string;
  /** Absolute addresses that `a` and `area` lead to, with their fragments, in document order, each once. */
  links: readonly string[];
  /** What the page loaded or tried to load, each address once. */
  assets: readonly RequestedAsset[];
  /** Custom elements that scripts had defined: without them, `:not(:defined)` rules hide their content. */
  definedElements: readonly string[];
  /** It has something that scripts make work for readers: tabs, menus, a theme, copy buttons, marks. */
  isInteractive: boolean;
  /** Selectors of the settings that match something in it. */
  selected: readonly string[];
  notes: readonly RenderNote[];
  /** Uncaught errors and errors logged by scripts; at most 100, each at most 500 characters. */
  consoleErrors: readonly string[];
  durationMs: number;
}>;

export type RequestedAsset = Readonly<{
  url: string;
  /** Chromium's word in lower case: `script`, `stylesheet`, `image`, `font`, `fetch`, `xhr`, `media`, `document`, … */
  type: string;
  /** HTTP status; 0 when there was no answer. */
  status: number;
  /** Why there was no answer: `refused` for hosts that a page may not reach, otherwise Chromium's reason. */
  failure?: string;
}>;

/** Something that a person may want to know about how a page was taken. */
export type RenderNote = Readonly<{ kind: RenderNoteKind; detail: string }>;

export type RenderNoteKind =
  /** Taken at the time limit while it still changed or loaded. */
  | 'never-quiet'
  /** Its load event did not come in time; what was still loading was stopped. */
  | 'load-cut'
  /** `readySelector` matched nothing in time. */
  | 'not-ready'
  /** A selector of the settings that is none. */
  | 'bad-selector'
  /** Placeholders of content that never came. */
  | 'placeholders'
  /** Nothing visible in it. */
  | 'empty'
  /** It grew while it was scrolled, or was too long to be scrolled to its end. */
  | 'scroll-capped'
  /** Scripts sent the tab on more often than is followed. */
  | 'redirects-capped'
  /** A script wanted to send the reader to another site; the page was taken as it stood. */
  | 'left-site'
  | 'dialog'
  | 'window-open'
  | 'download'
  | 'print'
  /** Something of the site that the page asked for and never got. */
  | 'unanswered'
  /** Requests to hosts that a page may not reach. */
  | 'refused'
  /** More requests than are listed. */
  | 'requests-capped'
  /** Drawings or frames that could not be kept. */
  | 'not-kept'
  /** It shows what a service sends or draws at the moment: that stays as it was. */
  | 'live'
  /** The first attempt ended otherwise, by the page's own doing. */
  | 'second-attempt';

export type RenderFailure = Readonly<{
  outcome: 'failed';
  url: string;
  reason: RenderFailureReason;
  /** A sentence for the report. */
  message: string;
  /** More than 1 after a tab or browser had to be replaced, 0 when there was nothing to try. */
  attempts: number;
  durationMs: number;
}>;

export type RenderFailureReason =
  /** No document: connection refused or reset, name unknown, TLS, no answer in time. */
  | 'unreachable'
  /** The address leads to another site. */
  | 'left-site'
  /** The address is a download. */
  | 'download'
  /** The snapshot is larger than the limit. */
  | 'too-large'
  /** The tab crashed whenever the page was tried. */
  | 'crashed'
  /** The page did not answer within its time, twice: a script that computes without end. */
  | 'hung'
  /** The page took more memory than the limit, twice. */
  | 'memory'
  /** The whole browser ended whenever the page was tried. */
  | 'browser-lost'
  | 'browser-hung'
  /** The page could not be written down, twice. */
  | 'unreadable';
