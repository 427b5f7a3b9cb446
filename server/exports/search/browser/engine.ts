import { wordSegmenter } from '../words/segmenter.ts';
import { createDialog } from './dialog.ts';
import { scriptLoader } from './load.ts';
import { createSearch } from './search.ts';

/** Second script of the search, loaded when a reader first uses it (opener.ts). */
const folder = new URL('.', (document.currentScript as HTMLScriptElement).src).href;
const { load, put } = scriptLoader(folder);
const open = createDialog({
  search: createSearch(load, wordSegmenter()),
  load,
  root: new URL('..', folder).href,
});
window.offprintSearch = { open, put };
