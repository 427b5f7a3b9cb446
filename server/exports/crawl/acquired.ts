import type { Outcome } from '../../store/resources.ts';
import type { CachedScan } from '../reuse/scan-cache.ts';
import { NO_REFERENCES, type References } from './references.ts';

/** Outcome for one URL, with the references in its content, unpacked and packed for the store. */
export type Acquired = Readonly<{
  outcome: Outcome;
  references: References;
  packed: Uint8Array | undefined;
  /** Absolute target of a redirect. */
  target?: string | undefined;
  asksPassword?: boolean | undefined;
  /** Where the scan of a page is cached. */
  reading?: CachedScan | undefined;
}>;

/** Returns an outcome without references. */
export function ended(outcome: Outcome): Acquired {
  return { outcome, references: NO_REFERENCES, packed: undefined };
}
