/** Events between the page's world and the isolated one; no page uses them. */

/** From the page's world, dispatched on an element: the page's scripts observe its visibility. */
export const WATCHED = 'offprint:watched';

/** From the isolated world: asks when the next pending work of the page's scripts is due. */
export const DUE_QUESTION = 'offprint:due';

/** Response to DUE_QUESTION: a CustomEvent whose detail is the time in ms from now; infinite if nothing is pending. */
export const DUE_ANSWER = 'offprint:due-answer';
