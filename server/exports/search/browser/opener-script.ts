import { installSearchOpener } from './opener.ts';

/** First script of the search, for pages without the bundle's own runtime. It is in the same folder as the data. */
installSearchOpener(new URL('.', (document.currentScript as HTMLScriptElement).src).href);
