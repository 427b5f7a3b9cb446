import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFault } from '../api/api-fault.ts';
import { useServices } from './services.ts';

export type Loaded<T> = Readonly<{
  /** Latest value. Stays available during a reload. */
  value: T | undefined;
  error: string | undefined;
  isLoading: boolean;
  reload: () => void;
  /** Sets the value returned by a change. */
  put: (value: T) => void;
}>;

/**
 * Loads a value on mount, when `key` changes, and when the server becomes reachable again after a failure. Drops stale
 * responses.
 */
export function useLoad<T>(key: string, ask: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{
    key: string;
    value?: T;
    error?: string;
    /** Whether there was no response at all. */
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
      reload(); // another request succeeded before this failure arrived
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
