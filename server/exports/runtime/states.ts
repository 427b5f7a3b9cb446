/**
 * Interactive states of a page, recorded in its snapshot: written by the browser that renders the page
 * (../render/in-page/), read by the bundle's own runtime (browser/). Stored in the page as JSON, in `<script
 * type="application/json" data-offprint="states">`; elements are identified by their `data-offprint-at`.
 */
export type KeptStates = Readonly<{
  tabs: readonly TabGroup[];
  toggles: readonly Switch[];
  theme?: Theme;
  contents?: ContentsMark;
  /** Navigation entries that are not links, each with the id of the part of the page that it jumps to. */
  jumps?: readonly (readonly [at: number, id: string])[];
  /** Scroll containers that are not at their top, with their offset in px. */
  panes?: readonly (readonly [at: number, top: number])[];
}>;

/**
 * An attribute of an element in two states; null where it is absent. For `class`, only the names that differ; `#text`
 * is the element's text.
 */
export type Change = readonly [at: number, attribute: string, off: string | null, on: string | null];

/** Something that is on or off: a tab with its panel, an accordion, a menu. */
export type Switch = Readonly<{
  /** The control. */
  at: number;
  changes: readonly Change[];
  /** The element that it shows, if there is a single one. */
  panel?: number;
  /** It is an overlay, which Escape and a click elsewhere close. */
  light?: true;
  /** It was open when the snapshot was taken. */
  on?: true;
  /** Other controls that do the same. */
  also?: readonly number[];
}>;

export type Tab = Switch & Readonly<{ name: string }>;

/** A group of tabs, one of which is selected. */
export type TabGroup = Readonly<{
  list: number;
  tabs: readonly Tab[];
  selected: number;
  /** Groups with the same key are synchronised by the names of their tabs. */
  sync?: string;
  /** The choice is remembered across pages. */
  stored?: true;
}>;

export type ThemeName = 'light' | 'dark' | 'system';

/** Attribute values for each state of a theme switch, in the order in which it cycles through them. */
export type Theme = Readonly<{
  /** Buttons that switch to the next state, and pickers with an option for each state. */
  controls: readonly number[];
  /** There is one button per state, in the same order. */
  chooses?: true;
  names: readonly ThemeName[];
  /** The state in which the snapshot was taken. */
  start: number;
  /** By default, the page follows the system's colour scheme. */
  follows: boolean;
  /**
   * Each attribute with its value in each state. `at` 0 is the root element, whose theme is set before the first paint.
   */
  values: readonly (readonly [at: number, attribute: string, ...values: (string | null)[]])[];
}>;

/** How the table of contents highlights the part being read. */
export type ContentsMark = Readonly<{
  /** Links, or their list items, that can be highlighted. */
  items: readonly (readonly [at: number, id: string])[];
  /** By element name, the classes that it has only while it is highlighted, and only while it is not. */
  names: Readonly<Record<string, readonly [marked: string, unmarked: string]>>;
  current?: string;
}>;
