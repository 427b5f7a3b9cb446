import type { Show } from './page.ts';

/** Opens the closed panels around the target of the URL fragment, from the outside in. */
export function installReveal(shows: readonly Show[]): void {
  const reveal = (): void => {
    const target = document.getElementById(decode(location.hash.slice(1)));
    if (!target) return;
    const around = shows.filter(({ panel }) => panel.contains(target));
    const closed = target.checkVisibility() ? undefined : target.closest('details:not([open])');
    if (around.length === 0 && !closed) return;
    for (const { open } of around) open();
    for (let each = target.closest('details'); each; each = each.parentElement?.closest('details') ?? null)
      each.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
