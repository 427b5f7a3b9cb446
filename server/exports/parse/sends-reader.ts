/**
 * Whether an event handler does nothing but navigate to an address that it contains or to the value of its list; such a
 * handler works without the page's scripts. Allows no escapes and no schemes other than the web's, so that nothing else
 * can hide in it.
 */
export function onlySendsReader(script: string): boolean {
  return script.length <= 2000 && ONLY_SENDS.test(script);
}

const STRING = String.raw`(?:'(?!\s*(?:javascript|data|vbscript|blob|file):)[^'\\\n]*'|"(?!\s*(?:javascript|data|vbscript|blob|file):)[^"\\\n]*")`;
const VALUE = String.raw`(?:this\.value|this\.options\[this\.selectedIndex\]\.value)`;
const TARGET = `(?:${STRING}|${VALUE})`;
const OF_WINDOW = String.raw`(?:(?:window|self|top|parent|document)\s*\.\s*){0,2}`;
const SENDS = String.raw`${OF_WINDOW}(?:location(?:\s*\.\s*href)?\s*=\s*${TARGET}|location\s*\.\s*(?:assign|replace)\s*\(\s*${TARGET}\s*\)|open\s*\(\s*${TARGET}(?:\s*,\s*${STRING}){0,2}\s*\))`;
const ONLY_SENDS = new RegExp(
  String.raw`^\s*(?:javascript:\s*)?(?:if\s*\(\s*${VALUE}\s*\)\s*)?${SENDS}\s*;?\s*(?:return\s+(?:false|true)\s*;?\s*)?$`,
  'i',
);
