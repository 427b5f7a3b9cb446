/** Pages of a bundle on which something is clicked, of different layouts where there are so many. */
export const PAGES_MAX = 6;
/** The first of them are opened at the origin too, to see what listens there. */
export const ORIGIN_PAGES_MAX = 3;
/** Clicks on one page, those found in the bundle and those found only at the origin each, and links among them. */
export const CLICKS_MAX = 5;
export const LINKS_MAX = 2;
/** What is pointed at on one page. */
export const HOVERS_MAX = 2;
/** All that is clicked or pointed at in a bundle. */
export const CHECK_CLICKS_MAX = 12;
/** Of copy buttons on one page that are alike, the first few stand for all: a page may have a hundred. */
export const COPY_BUTTONS_ALIKE_MAX = 4;
