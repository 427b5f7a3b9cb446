/** Pages of a bundle to click on, of different layouts if there are enough. */
export const PAGES_MAX = 6;
/** Number of these that are also opened at the origin, to see what has listeners there. */
export const ORIGIN_PAGES_MAX = 3;
/**
 * Maximum clicks per page, separately for targets found in the bundle and those found only at the origin; and of those,
 * maximum links.
 */
export const CLICKS_MAX = 5;
export const LINKS_MAX = 2;
/** Maximum elements to hover over per page. */
export const HOVERS_MAX = 2;
/** Maximum clicks and hovers per bundle. */
export const CHECK_CLICKS_MAX = 12;
/** Maximum similar copy buttons to operate per page: a page may have a hundred. */
export const COPY_BUTTONS_ALIKE_MAX = 4;
