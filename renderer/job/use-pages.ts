import { useCallback, useEffect, useRef, useState } from 'react';
import type { Job, PageEntry, PageQuery } from '../../server/api/wire.types.ts';
import { useServices } from '../state/services.ts';

const AT_ONCE = 200;

type Pages = Readonly<{
  key: string;
  pages: readonly PageEntry[];
  next: string | null | undefined;
  total?: number;
  error?: string;
}>;

const SETTLED_MS = 200;

/** Debounces typed text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * Loads the addresses of a job page by page as the user scrolls.
 * @param kind empty for any, like `status`
 * @param typed part of the address or title; empty for any
 */
export function usePages(job: Job, kind: string, status: string, typed: string) {
  const { api } = useServices();
  const search = useSettled(typed.trim());
  const key = `${job.jobId} ${kind} ${status} ${search} ${job.phase} ${job.status}`;
  const [state, setState] = useState<Pages>({ key, pages: [], next: undefined });
  const asking = useRef<string>(undefined);
  const mine = useRef(key);
  mine.current = key;

  const load = useCallback(
    (cursor: string | undefined) => {
      const name = `${key} ${cursor}`;
      if (asking.current === name) return;
      asking.current = name;
      const query = {
        limit: AT_ONCE,
        ...(cursor !== undefined && { cursor }),
        ...(kind !== '' && { kind }),
        ...(status !== '' && { status }),
        ...(search !== '' && { search }),
      } as Partial<PageQuery>;
      api.pages(job.jobId, query).then(
        (list) => {
          if (mine.current !== key) return;
          setState((old) => ({
            key,
            pages: cursor === undefined ? list.pages : [...old.pages, ...list.pages],
            next: list.nextCursor,
            total: list.total,
          }));
        },
        (error: Error) => {
          asking.current = undefined;
          if (mine.current === key) setState((old) => ({ ...old, key, error: error.message }));
        },
      );
    },
    [api, job.jobId, key, kind, status, search],
  );
  useEffect(() => load(undefined), [load]);

  const { next } = state;
  const more = useCallback(() => {
    if (typeof next === 'string') load(next);
  }, [load, next]);
  return {
    pages: state.pages,
    total: state.total,
    error: state.error,
    isWhole: next === null,
    more,
    reload: () => load(undefined),
  };
}
