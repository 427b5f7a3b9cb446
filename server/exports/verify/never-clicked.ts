/** Nobody presses these to read, and some of them change something. */
const NOT_FOR_READING = /log ?(out|in|off)|sign ?(out|in|up)|delete|remove|subscribe|download|print/;
/** Operated with the other controls (controls.ts). */
const THEME = /\b(theme|(dark|light)( mode)?)\b/;

/**
 * What the checks of clicks never click, as the page takes it: logins, downloads, what submits a form (a button in a form
 * does, unless its type says otherwise), and what changes something. Links that lead to another site or open another
 * window are left out where links are told apart (in-page-clicks.ts).
 */
export const NEVER_CLICKED = {
  /** A regular expression for names; case is ignored. */
  names: `${NOT_FOR_READING.source}|${THEME.source}`,
  /** A selector for elements, with all that is in them. */
  selector:
    '[type=submit],[type=image],form button:not([type=button],[type=reset]),button[form]:not([type=button],[type=reset]),[download]',
} as const;
