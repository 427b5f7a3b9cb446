import { installSearchOpener } from './opener.ts';

/** The first script of the search, for pages without the bundle's own runtime: it lies beside the data. */
installSearchOpener(new URL('.', (document.currentScript as HTMLScriptElement).src).href);
