/** Nobody presses these to read, and some of them change something. */
const NOT_FOR_READING = /log ?(out|in|off)|sign ?(out|in|up)|delete|remove|subscribe|download|print/;
/** Operated with the other controls (controls.ts). */
const THEME = /\b(theme|(dark|light)( mode)?)\b/;

/** Names of what the checks of clicks never click, as a regular expression for the page; case is ignored. */
export const NEVER_CLICKED_NAMES = `${NOT_FOR_READING.source}|${THEME.source}`;
