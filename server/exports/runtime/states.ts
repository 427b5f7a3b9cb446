/**
 * What a snapshot says of the states that its page had: written by the browser that takes the page
 * (../render/in-page/), read by the bundle's own runtime (browser/). It stands in the page as JSON, in
 * `<script type="application/json" data-offprint="states">`; elements are named by their `data-offprint-at`.
 */
export type KeptStates = Readonly<{
  tabs: readonly TabGroup[];
  toggles: readonly Switch[];
  theme?: Theme;
  contents?: ContentsMark;
  /** Entries of a navigation that are no links, and the id of the part of the page that each leads to. */
  jumps?: readonly (readonly [at: number, id: string])[];
  /** What scrolls by itself and is not at its top, and how far, in px. */
  panes?: readonly (readonly [at: number, top: number])[];
}>;

/**
 * An attribute of an element in two states; null where it has none. `class` lists only the names that differ, `#text`
 * is the element's text.
 */
export type Change = readonly [at: number, attribute: string, off: string | null, on: string | null];

/** Something that is on or off: a tab with its panel, an accordion, a menu. */
export type Switch = Readonly<{
  /** The control. */
  at: number;
  changes: readonly Change[];
  /** What it shows, where that is one element. */
  panel?: number;
  /** It lies over the page: it closes by Escape and by a click elsewhere. */
  light?: true;
  /** It was open when the page was taken. */
  on?: true;
  /** Other controls that do the same. */
  also?: readonly number[];
}>;

export type Tab = Switch & Readonly<{ name: string }>;

/** Tabs of which one is on. */
export type TabGroup = Readonly<{
  list: number;
  tabs: readonly Tab[];
  selected: number;
  /** Groups of one key follow each other by the names of their tabs. */
  sync?: string;
  /** The choice is remembered from page to page. */
  stored?: true;
}>;

export type ThemeName = 'light' | 'dark' | 'system';

/** The values of attributes in each of the states of a theme switch, in the order in which it goes through them. */
export type Theme = Readonly<{
  /** Buttons that go to the next state, and pickers that have an option for each. */
  controls: readonly number[];
  /** The controls are one button for each state, in their order. */
  chooses?: true;
  names: readonly ThemeName[];
  /** The state that the page was taken in. */
  start: number;
  /** Without a choice, the page goes by the system's colours. */
  follows: boolean;
  /** For each, its value in each state. `at` 0 is the root element, which has its theme before the first paint. */
  values: readonly (readonly [at: number, attribute: string, ...values: (string | null)[]])[];
}>;

/** How the table of contents shows which part is read. */
export type ContentsMark = Readonly<{
  /** Links, or their list items, that may carry it. */
  items: readonly (readonly [at: number, id: string])[];
  /** By the name of the element, what its class has only while it is marked, and only while it is not. */
  names: Readonly<Record<string, readonly [marked: string, unmarked: string]>>;
  current?: string;
}>;
