/** Events by which the page's world and the isolated one speak to each other; no page uses them. */

/** From the page's world, at an element: the page's scripts watch whether it comes into view. */
export const WATCHED = 'offprint:watched';

/** From the isolated world: when is what the page's scripts have put off due? */
export const DUE_QUESTION = 'offprint:due';

/** The answer to that, a CustomEvent whose detail is in ms from now; infinite when nothing is. */
export const DUE_ANSWER = 'offprint:due-answer';
