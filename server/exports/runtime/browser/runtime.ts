import { installSearchOpener } from '../../search/browser/opener.ts';
import type { KeptStates } from '../states.ts';
import { installContents } from './contents.ts';
import { installCopy } from './copy.ts';
import { installJumps } from './jumps.ts';
import { page } from './page.ts';
import { installPanes } from './panes.ts';
import { installPickers } from './pickers.ts';
import { installPrint } from './print.ts';
import { installReveal } from './reveal.ts';
import { installTabs } from './tabs.ts';
import { installTheme, themeBeforePaint } from './theme.ts';
import { installToggles } from './toggles.ts';
import { installZoom } from './zoom.ts';

/**
 * The bundle's own runtime: gives pages rendered by a browser, which lack their site's scripts, the behaviour that
 * those scripts provided. A classic script in the head of the page; defines no globals.
 */
function install(): void {
  const script = document.currentScript;
  const search = script?.getAttribute('data-search');
  if (search) installSearchOpener(new URL(search, document.baseURI).href);
  themeBeforePaint();
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}

function start(): void {
  const states = readStates();
  const { toggles, jumps = [] } = states;
  const parts = page([...toggles.flatMap(({ at, also = [] }) => [at, ...also]), ...jumps.map(([at]) => at)]);
  installPanes(parts, states.panes ?? []);
  const shows = [...installTabs(parts, states.tabs), ...installToggles(parts, toggles)];
  if (states.theme) installTheme(parts, states.theme);
  installJumps(parts, jumps);
  if (states.contents) installContents(parts, states.contents);
  installCopy();
  installPickers();
  installZoom();
  installPrint(shows);
  installReveal(shows);
}

function readStates(): KeptStates {
  const element = document.querySelector('script[data-offprint="states"]');
  return element ? (JSON.parse(element.textContent) as KeptStates) : { tabs: [], toggles: [] };
}

install();
