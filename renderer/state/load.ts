import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFault } from '../api/api-fault.ts';
import { useServices } from './services.ts';

export type Loaded<T> = Readonly<{
  /** The latest that came; stays while it is asked for again. */
  value: T | undefined;
  error: string | undefined;
  isLoading: boolean;
  reload: () => void;
  /** Puts in what a change answered. */
  put: (value: T) => void;
}>;

/**
 * Asks when it is first shown, when `key` changes, and when the server answers again after it did not. An answer that
 * is out of date by then is dropped.
 */
export function useLoad<T>(key: string, ask: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{
    key: string;
    value?: T;
    error?: string;
    /** Nobody answered at all. */
    isUnanswered?: boolean;
    isLoading: boolean;
  }>({
    key,
    isLoading: true,
  });
  const turn = useRef(0);
  const latest = useRef(ask);
  latest.current = ask;

  const reload = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    setState((old) => ({ ...(old.key === key ? old : {}), key, isLoading: true }));
    latest.current().then(
      (value) => mine === turn.current && setState({ key, value, isLoading: false }),
      (error: Error) =>
        mine === turn.current &&
        setState((old) => ({
          key,
          ...(old.value !== undefined && { value: old.value }),
          error: error.message,
          isUnanswered: error instanceof ApiFault && error.status === 0,
          isLoading: false,
        })),
    );
  }, [key]);

  useEffect(() => {
    reload();
    return () => {
      turn.current += 1;
    };
  }, [reload]);

  const { connection } = useServices();
  const hasFailed = state.error !== undefined;
  const isUnanswered = hasFailed && state.isUnanswered === true;
  useEffect(() => {
    if (!hasFailed) return;
    if (isUnanswered && connection.getState().state === 'fine') {
      reload(); // it answered somebody else before this failure was known
      return;
    }
    return connection.subscribe((now, before) => {
      if (now.state === 'fine' && before.state === 'unreachable') reload();
    });
  }, [connection, hasFailed, isUnanswered, reload]);

  const put = useCallback((value: T) => setState({ key, value, isLoading: false }), [key]);
  const isOld = state.key !== key;
  return {
    value: isOld ? undefined : state.value,
    error: isOld ? undefined : state.error,
    isLoading: isOld || state.isLoading,
    reload,
    put,
  };
}
