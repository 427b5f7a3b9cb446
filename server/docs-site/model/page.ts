import type { Icon } from './navigation.ts';
import type { Values } from './values.ts';

/** A page of the site, from a file or from an OpenAPI document. */
export type Page = Readonly<{
  /** Name as in the navigation. An index page's name ends in `index`. */
  name: string;
  address: string;
  /** Source file; undefined for pages generated from OpenAPI documents. */
  file?: string | undefined;
  title: string;
  sidebarTitle: string;
  description: string;
  icon?: Icon | undefined;
  tag?: string | undefined;
  method?: string | undefined;
  deprecated: boolean;
  /** `wide`, `center`, `custom`, `frame`. */
  mode?: string | undefined;
  /** Excluded from search engines. */
  hidden: boolean;
  /** External address that its entry in the navigation links to. */
  url?: string | undefined;
  values: Values;
  /** The operation it documents, as given in its front matter or the navigation. */
  api?: string | undefined;
}>;
