/**
 * Selectors for progress bars of a loading page. Once the page is quiet, loading is over even if they have not faded
 * yet.
 */
export const LOADING_INDICATORS = '[role="progressbar"][aria-label^="loading" i],#nprogress';
