import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Selected rows by ID. */
export type Selection<Row> = ReadonlyMap<string, Row>;

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 3;

/**
 * A long list as a grid (ARIA APG) with selectable rows: a single tab stop, and arrow keys within it. Virtualized:
 * renders only the visible rows and the row that has the focus or would get it from Tab. Rows have their number in
 * `data-row`.
 */
export function useSelectGrid<Row>({
  total,
  rowHeight,
  rowAt,
  idOf,
  selection,
  onSelect,
  onSelectAll,
  onOpen,
  onKey,
}: Readonly<{
  total: number;
  /** Height in pixels of an unmeasured row. */
  rowHeight: number;
  /** Returns undefined while the row is loading. Like `idOf`, must be the same function while the rows are the same. */
  rowAt: (index: number) => Row | undefined;
  idOf: (row: Row) => string;
  selection: Selection<Row>;
  onSelect: (selection: Selection<Row>) => void;
  onSelectAll: () => void;
  onOpen: (row: Row) => void;
  /** Handles other keys. @returns whether it handled the key */
  onKey?: (key: string, row: Row) => boolean;
}>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const wantsFocus = useRef(false);
  const keyOf = useCallback(
    (index: number) => {
      const row = rowAt(index);
      return row === undefined ? index : idOf(row);
    },
    [rowAt, idOf],
  );
  const current = Math.min(active, Math.max(0, total - 1));
  const withCurrent = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (range.count === 0 || indexes.includes(current)) return indexes;
      return [...indexes, current].sort((a, b) => a - b);
    },
    [current],
  );
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    indexAttribute: 'data-row',
    overscan: OVERSCAN,
    rangeExtractor: withCurrent,
  });
  const rows = virtual.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};

  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${current}"]`);
    if (!row) return; // not rendered yet: retry after the next render
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  const state = useRef({ selection, rowAt, idOf, onSelect });
  state.current = { selection, rowAt, idOf, onSelect };
  const toggle = useCallback((index: number, isRange: boolean) => {
    const { selection: old, rowAt: at, idOf: id, onSelect: select } = state.current;
    const next = new Map(old);
    const row = at(index);
    if (isRange) {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      for (let place = from; place <= to; place++) {
        const one = at(place);
        if (one) next.set(id(one), one);
      }
    } else if (row && next.has(id(row))) next.delete(id(row));
    else if (row) next.set(id(row), row);
    anchor.current = index;
    setActive(index);
    select(next);
  }, []);

  const go = (index: number): void => {
    const to = Math.max(0, Math.min(total - 1, index));
    setActive(to);
    wantsFocus.current = true;
    virtual.scrollToIndex(to);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const isRow = (event.target as HTMLElement).dataset.row !== undefined;
    if (!isRow || event.altKey) return;
    const row = rowAt(current);
    const screen = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + screen,
      PageUp: current - screen,
      Home: 0,
      End: total - 1,
    };
    const step = steps[event.key];
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a') return;
      onSelectAll();
    } else if (step !== undefined) {
      if (event.shiftKey) toggle(Math.max(0, Math.min(total - 1, step)), true);
      go(step);
    } else if (event.key === 'Enter' && row) onOpen(row);
    else if (event.key === ' ') toggle(current, event.shiftKey);
    else if (event.key === 'Escape') onSelect(new Map());
    else if (!row || !onKey?.(event.key, row)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Makes the focused row the active one, for example after a click. */
  const onFocus = ({ target }: FocusEvent): void => {
    const { row } = (target as HTMLElement).dataset;
    if (row !== undefined) setActive(Number(row));
  };

  return {
    scroller,
    rows,
    heightPx: virtual.getTotalSize(),
    /** `ref` for rows of variable height. */
    measure: virtual.measureElement,
    first: Math.max(0, startIndex - OVERSCAN),
    last: Math.max(0, Math.min(total - 1, endIndex + OVERSCAN)),
    /** Row that is the tab stop. */
    current,
    toggle,
    onKeyDown,
    onFocus,
  };
}

/** Checkbox that selects all rows or none. */
export function SelectAllBox({
  label,
  total,
  selected,
  onAll,
  onNone,
}: Readonly<{ label: string; total: number; selected: number; onAll: () => void; onNone: () => void }>) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={total > 0 && selected >= total}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && selected < total;
      }}
      onChange={() => (selected > 0 ? onNone() : onAll())}
    />
  );
}
