import type { Store } from '../store/database.ts';
import { listKeys } from '../store/keys.ts';

/** Returns the name of a caller for the history: the name of the API key, or `owner`. @param id of the caller */
export function callerName(store: Store, id: string): string {
  return listKeys(store).find((key) => key.id === id)?.name ?? id;
}
