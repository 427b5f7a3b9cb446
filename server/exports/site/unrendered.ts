/** How the reason begins of a page that no browser could make, and that the bundle holds as the origin sent it. */
export const UNRENDERED = 'This page could not be rendered in a browser: ';
