/** One of the two bundles that are compared. */
export type ComparedBundle = Readonly<{ domain: string; version: string; digest: string }>;

/** A page of one of them, by its path in the bundle. */
export type ComparedPage = Readonly<{ path: string; title: string }>;

/**
 * What of a page differs: `text`, its own content; `around`, only what is around the content (navigation, header,
 * footer) or what changed in the same way on many pages; `code`, nothing that is read (markup, scripts, style).
 */
export type PageChange = 'text' | 'around' | 'code';

export type ChangedPage = ComparedPage &
  Readonly<{
    change: PageChange;
    /** Lines of text that came and went: of the content for `text`, of the whole page otherwise. */
    added: number;
    removed: number;
  }>;

/** The same lines that came and went on many pages. */
export type RepeatedChange = Readonly<{
  removed: readonly string[];
  added: readonly string[];
  pages: number;
  /** Path of one of them. */
  example: string;
}>;

export type FileCounts = Readonly<{ added: number; removed: number; changed: number; unchanged: number }>;

/** What became of the bundle `base` in the bundle `target`. Lists are sorted by path. */
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
  /** What is no page: pictures, styles, scripts, downloads. */
  files: FileCounts;
  /** Most pages first. */
  repeated: readonly RepeatedChange[];
}>;

/** The text of one page before and after. */
export type PageComparison = Readonly<{
  path: string;
  title: string;
  change: PageChange | 'added' | 'removed' | 'none';
  /** Whose lines they are. */
  of: 'content' | 'page';
  /** As `git diff` writes it; empty where no text differs. */
  patch: string;
}>;

/** Two bundles on the disk, both zip archives. */
export type ComparedFiles = Readonly<{ base: string; target: string }>;
