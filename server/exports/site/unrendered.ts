/** How the reason begins of a page that no browser could make, and that the bundle holds as the origin sent it. */
export const UNRENDERED = 'No browser could make this page: ';
