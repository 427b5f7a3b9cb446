import { useEffect } from 'react';
import type { Publication, Target } from '../../server/api/wire.types.ts';
import { type Loaded, useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';

/** Polling interval while a publication is in progress. */
const LOOK_EVERY_MS = 500;

export function isUnderWay({ status }: Publication): boolean {
  return status === 'queued' || status === 'running';
}

/** Loads the newest publications and polls while one of them is in progress. */
export function usePublications(
  query: Readonly<{ jobId?: string; limit: number }>,
): Loaded<readonly Publication[]> {
  const { api } = useServices();
  const loaded = useLoad<readonly Publication[]>(`publications ${JSON.stringify(query)}`, () =>
    api.publications(query),
  );
  const { value, reload } = loaded;
  const isBusy = value?.some(isUnderWay) === true;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(reload, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  return loaded;
}

/** Sorts targets by last use, most recent first, then by name. @param publications newest first */
export function byLastUse(targets: readonly Target[], publications: readonly Publication[]): Target[] {
  const place = ({ targetId }: Target): number => {
    const index = publications.findIndex((publication) => publication.targetId === targetId);
    return index === -1 ? publications.length : index;
  };
  return [...targets].sort((a, b) => place(a) - place(b));
}
