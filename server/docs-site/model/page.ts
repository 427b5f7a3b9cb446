import type { Icon } from './navigation.ts';
import type { Values } from './values.ts';

/** A page of the site, whether a file holds it or an OpenAPI document. */
export type Page = Readonly<{
  /** As the navigation calls it; an index has `index` in it. */
  name: string;
  address: string;
  /** The file with its text; undefined for pages that are made from OpenAPI documents. */
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
  /** Left out of search and of lists for machines. */
  hidden: boolean;
  /** Another site that its entry in the navigation leads to. */
  url?: string | undefined;
  values: Values;
  /** What operation or schema it documents, as its front matter or the navigation says it. */
  api?: string | undefined;
}>;
