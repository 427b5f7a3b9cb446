import type { Theme } from '../states.ts';
import { type PageParts, setAttribute } from './page.ts';
import { recall, remember, type StorageKey } from './storage-keys.ts';

const NAME: StorageKey = 'theme';

/** Sets the root element's theme before the first paint; its states are stored on the element itself. */
export function themeBeforePaint(): void {
  const root = document.documentElement;
  const text = root.getAttribute('data-offprint-theme');
  if (text === null) return;
  const theme = JSON.parse(text) as Theme;
  put(theme, stateOf(theme), (at) => (at === 0 ? root : undefined));
}

export function installTheme(parts: PageParts, theme: Theme): void {
  const root = document.documentElement;
  let state = stateOf(theme);
  const show = (): void => put(theme, state, (at) => (at === 0 ? root : parts.find(at)));
  const pickers: HTMLSelectElement[] = [];
  const go = (to: number): void => {
    state = to % theme.names.length;
    remember(NAME, theme.names[state] ?? '');
    show();
    for (const picker of pickers) picker.selectedIndex = state;
  };
  for (const [index, at] of theme.controls.entries()) {
    const control = parts.find(at);
    if (!control) continue;
    const press = (): void => go(theme.chooses ? index : state + 1);
    if (control instanceof HTMLSelectElement) {
      pickers.push(control);
      control.selectedIndex = state;
      control.addEventListener('change', () => go(control.selectedIndex));
    } else {
      control.addEventListener('click', press);
      if (!/^(button|input)$/.test(control.localName)) {
        control.addEventListener('keydown', (event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          control.click();
        });
      }
    }
  }
  show();
  dark().addEventListener('change', () => {
    if (recall(NAME) === null) state = stateOf(theme);
    show();
  });
}

function dark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

/** Returns the chosen state, or else the site's default. */
function stateOf({ names, start, follows }: Theme): number {
  const chosen = names.indexOf(recall(NAME) as Theme['names'][number]);
  if (chosen >= 0) return chosen;
  if (!follows || names[start] === 'system') return start;
  const wanted = names.indexOf(dark().matches ? 'dark' : 'light');
  return wanted >= 0 ? wanted : start;
}

/**
 * Applies a state. The snapshot was taken with light colours, so if the system is dark, the state "system" uses the
 * dark values.
 */
function put(
  { names, values, controls }: Theme,
  state: number,
  find: (at: number) => Element | undefined,
): void {
  const isDarkSystem = names[state] === 'system' && dark().matches;
  const [light, night] = [names.indexOf('light'), names.indexOf('dark')];
  for (const [at, attribute, ...list] of values) {
    const element = find(at);
    // The control itself keeps showing "system", not "dark".
    const isOfControl = controls.some((control) => find(control)?.contains(element ?? null));
    const followsSystem = isDarkSystem && night >= 0 && !isOfControl && list[state] === list[light];
    if (element) setAttribute(element, attribute, list[followsSystem ? night : state] ?? null);
  }
}
