import type { ReactNode } from 'react';
import type { Loaded } from '../state/load.ts';
import { Failure, Loading } from './controls.tsx';

/** A list with its loading, error and empty states. */
export function LoadedList<T>({
  loaded: { value, error, reload },
  empty,
  children,
}: Readonly<{
  loaded: Pick<Loaded<readonly T[]>, 'value' | 'error' | 'reload'>;
  empty: ReactNode;
  children: (list: readonly T[]) => ReactNode;
}>) {
  if (error !== undefined) return <Failure message={error} onRetry={reload} />;
  if (!value) return <Loading />;
  return value.length === 0 ? empty : children(value);
}
