/**
 * What is specific to one generator's markup, as data. The engine relies on roles and `aria-` attributes; a profile
 * adds what these do not provide.
 */
export type Profile = Readonly<{
  name: string;
  /** Tabs without roles. */
  tabs?: readonly TabMarkup[];
  /** Controls that open and close something, but lack `aria-expanded`. */
  toggles?: readonly string[];
  /** A query parameter that only names a heading on its page, for sites whose start page contains a mark. */
  headings?: Readonly<{ mark: string; parameter: string }>;
}>;

/** Selectors for the list, the tabs in it, and their panels. A tab may be a radio button. */
export type TabMarkup = Readonly<{ list: string; tab: string; panel: string }>;
