import { useEffect } from 'react';
import { type MainPage, navigate } from '../routing.ts';
import type { Overlay } from '../state/overlay.ts';
import { usePreferences } from '../state/preferences.ts';

/** After `g`, the letter of a page. */
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

/** Shortcuts that work everywhere but in fields and dialogs. */
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
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}
