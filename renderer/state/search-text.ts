import { useEffect, useState } from 'react';

const SEARCH_AFTER_MS = 200;

/** State of a list's search field. Filters the list 200 ms after the last keystroke. */
export function useSearchText(
  list: Readonly<{ setFilter: (change: Readonly<{ search: string }>) => void }>,
  filtered: string,
): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(filtered);
  useEffect(() => setText(filtered), [filtered]);
  useEffect(() => {
    if (text === filtered) return;
    const timer = setTimeout(() => list.setFilter({ search: text }), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [list, text, filtered]);
  return [text, setText];
}
