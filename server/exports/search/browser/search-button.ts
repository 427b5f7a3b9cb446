import { pageColours } from './colours.ts';

const NAMES: Readonly<Record<string, string>> = {
  de: 'Suche',
  es: 'Buscar',
  fr: 'Rechercher',
  it: 'Cerca',
  ja: '検索',
  ko: '검색',
  nl: 'Zoeken',
  pt: 'Pesquisar',
  ru: 'Поиск',
  zh: '搜索',
};

const STYLE = `:host{all:initial;position:fixed;inset:auto 16px 16px auto;z-index:2147483000}
button{all:unset;box-sizing:border-box;min-height:44px;padding:0 18px;border-radius:22px;border:1px solid var(--line);
background:var(--back);color:var(--text);font:15px/1.2 system-ui,sans-serif;cursor:pointer;display:flex;align-items:center;gap:8px;
box-shadow:0 2px 8px #0003}
button:hover{background:var(--chosen)}button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
svg{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round}
p{all:unset;display:block;max-width:280px;margin:0 0 8px;padding:10px 14px;border-radius:8px;border:1px solid var(--line);
background:var(--back);color:var(--text);font:14px/1.4 system-ui,sans-serif}
@media print{:host{display:none}}`;

/**
 * Adds our own button in a corner, for sites without a search box. It shows a notice if the search cannot be loaded.
 */
export function addSearchButton(
  on: Readonly<{ open: () => void; load: () => void; isBroken: boolean }>,
): void {
  for (const former of document.querySelectorAll('offprint-search-button')) former.remove();
  const host = document.createElement('offprint-search-button');
  host.dataset.offprint = '';
  const root = host.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = STYLE;
  const button = document.createElement('button');
  button.type = 'button';
  button.innerHTML =
    '<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="5"/><path d="m11 11 4 4"/></svg>';
  button.append(NAMES[document.documentElement.lang.slice(0, 2).toLowerCase()] ?? 'Search');
  button.onclick = on.open;
  button.onpointerenter = button.onfocus = on.load;
  root.append(style);
  if (on.isBroken) {
    const notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.textContent =
      'Search cannot be loaded. This copy of the site is missing offprint-search/engine.js.';
    root.append(notice);
  }
  root.append(button);
  for (const [name, value] of Object.entries(pageColours())) host.style.setProperty(name, value);
  document.body.append(host);
}
