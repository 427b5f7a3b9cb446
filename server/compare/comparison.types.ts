/** Identity of one of the compared bundles. */
export type ComparedBundle = Readonly<{ domain: string; version: string; digest: string }>;

/** A page of one of the bundles, by its path. */
export type ComparedPage = Readonly<{ path: string; title: string }>;

/**
 * What differs in a page. `text`: its own content. `around`: only what surrounds the content (navigation, header,
 * footer), or changes that are the same on many pages. `code`: no visible text (markup, scripts, styles).
 */
export type PageChange = 'text' | 'around' | 'code';

export type ChangedPage = ComparedPage &
  Readonly<{
    change: PageChange;
    /** Added and removed lines of text: in the content for `text`, in the whole page otherwise. */
    added: number;
    removed: number;
  }>;

/** A change with the same lines on many pages. */
export type RepeatedChange = Readonly<{
  removed: readonly string[];
  added: readonly string[];
  pages: number;
  /** Path of one of these pages. */
  example: string;
}>;

export type FileCounts = Readonly<{ added: number; removed: number; changed: number; unchanged: number }>;

/** Differences from the bundle `base` to the bundle `target`. Lists are sorted by path. */
export type Comparison = Readonly<{
  base: ComparedBundle;
  target: ComparedBundle;
  /** Both have the same content, byte for byte. */
  isSame: boolean;
  pages: Readonly<{
    added: readonly ComparedPage[];
    removed: readonly ComparedPage[];
    changed: readonly ChangedPage[];
    unchanged: number;
  }>;
  /** Files other than pages: images, styles, scripts, downloads. */
  files: FileCounts;
  /** Sorted by number of pages, descending. */
  repeated: readonly RepeatedChange[];
}>;

/** The text of one page before and after. */
export type PageComparison = Readonly<{
  path: string;
  title: string;
  change: PageChange | 'added' | 'removed' | 'none';
  /** Which lines `patch` compares. */
  of: 'content' | 'page';
  /** In the format of `git diff`. Empty if no text differs. */
  patch: string;
}>;

/** Files of two bundles, both zip archives. */
export type ComparedFiles = Readonly<{ base: string; target: string }>;
