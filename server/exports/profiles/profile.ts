/**
 * What is particular to the markup of one generator, as data. The engine goes by roles and `aria-` attributes; a profile
 * adds what these do not say.
 */
export type Profile = Readonly<{
  name: string;
  /** Tabs without their roles. */
  tabs?: readonly TabMarkup[];
  /** Controls of what opens and closes that carry no `aria-expanded`. */
  toggles?: readonly string[];
  /** A query parameter that only names a heading of its page, on sites whose start page holds a mark. */
  headings?: Readonly<{ mark: string; parameter: string }>;
}>;

/** Selectors: of the list, of the tabs in it, of the panels beside it. A tab may be a radio button. */
export type TabMarkup = Readonly<{ list: string; tab: string; panel: string }>;
