/** Bars that say that a page is loading: when it is quiet, loading is over, though they may not have faded yet. */
export const LOADING_INDICATORS = '[role="progressbar"][aria-label^="loading" i],#nprogress';
