import { useEffect, useLayoutEffect } from 'react';

/** Scroll positions by hash and scroll container (`data-scroll`). */
const positions = new Map<string, number>();

/** Time limit for restoring. Content that loads more slowly stays scrolled to the top. */
const PATIENCE_MS = 3_000;
const USER_EVENTS = ['wheel', 'pointerdown', 'keydown'] as const;

let isRestoring = false;

/** Restores the scroll position when the user returns to a page or tab. */
export function useScrollMemory(hash: string): void {
  useEffect(() => {
    const note = ({ target }: Event): void => {
      if (isRestoring || !(target instanceof HTMLElement) || target.dataset.scroll === undefined) return;
      positions.set(keyOf(location.hash, target), target.scrollTop);
    };
    document.addEventListener('scroll', note, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', note, { capture: true });
  }, []);
  useLayoutEffect(() => restore(hash), [hash]);
}

/** Restores the scroll positions until the user scrolls, clicks or types. @returns a function that stops it */
function restore(hash: string): () => void {
  const begun = performance.now();
  const done = new Set<string>();
  isRestoring = true;
  let frame = 0;
  const end = (): void => {
    isRestoring = false;
    cancelAnimationFrame(frame);
    for (const name of USER_EVENTS) window.removeEventListener(name, end, { capture: true });
  };
  const look = (): void => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-scroll]')) {
      const key = keyOf(hash, part);
      const wanted = positions.get(key) ?? 0;
      if (done.has(key) || part.scrollHeight - part.clientHeight < wanted) continue;
      part.scrollTop = wanted;
      done.add(key);
    }
    const isPast = performance.now() - begun > PATIENCE_MS;
    const isWhole = [...positions.keys()].every((key) => !key.startsWith(`${hash} `) || done.has(key));
    if (isPast || (isWhole && done.size > 0)) end();
    else frame = requestAnimationFrame(look);
  };
  for (const name of USER_EVENTS) window.addEventListener(name, end, { capture: true, passive: true });
  frame = requestAnimationFrame(look);
  return end;
}

function keyOf(hash: string, { dataset }: HTMLElement): string {
  return `${hash} ${dataset.scroll}`;
}
