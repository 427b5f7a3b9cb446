import { useEffect } from 'react';
import { chapterFor } from '../help/chapters.ts';
import { type MainPage, navigate, parseRoute } from '../routing.ts';
import type { Overlay } from '../state/overlay.ts';
import { usePreferences } from '../state/preferences.ts';

/** Second key of the shortcuts that start with `g` and open a page. */
export const PAGE_LETTERS: Readonly<Record<string, MainPage>> = {
  e: 'exports',
  j: 'agents',
  p: 'projects',
  u: 'publications',
  h: 'hosting',
  r: 'receive',
  t: 'trust',
  k: 'keys',
  l: 'audit',
  s: 'settings',
  d: 'diagnostics',
  a: 'about',
};

const SECOND_LETTER_MS = 1500;

/** Installs the shortcuts that work everywhere except in fields and dialogs. */
export function useShortcuts(open: (overlay: Overlay) => void): void {
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent): void => {
      const { key } = event;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (key === 'F1' && !isInDialog(event.target)) {
        event.preventDefault();
        navigate({ page: 'help', chapter: chapterFor(parseRoute(location.hash)) });
        return;
      }
      if (!usePreferences.getState().letterShortcuts || isTyping(event.target)) return;
      const run = shortcut(key, event.timeStamp - gAt < SECOND_LETTER_MS);
      gAt = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!run) return;
      event.preventDefault();
      run();
    };

    const shortcut = (key: string, isAfterG: boolean): (() => void) | undefined => {
      const page = isAfterG ? PAGE_LETTERS[key] : undefined;
      if (page) return () => navigate({ page });
      if (key === '?') return () => open('shortcuts');
      if (key === 'n') return () => open('new-export');
      if (key === 'm') return () => open('new-agent-job');
      if (key === '/') return () => document.querySelector<HTMLElement>('input[type=search]')?.focus();
      return undefined;
    };

    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || isInDialog(target);
}

function isInDialog(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}
