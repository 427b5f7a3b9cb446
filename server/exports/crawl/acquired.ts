import type { Outcome } from '../../store/resources.ts';
import type { CachedScan } from '../reuse/scan-cache.ts';
import { NO_REFERENCES, type References } from './references.ts';

/** How a URL came out, and what its content refers to: to be read, and as it is kept. */
export type Acquired = Readonly<{
  outcome: Outcome;
  references: References;
  packed: Uint8Array | undefined;
  /** Where a redirect leads, absolute. */
  target?: string | undefined;
  asksPassword?: boolean | undefined;
  /** Where the scan of a page is cached. */
  reading?: CachedScan | undefined;
}>;

/** A URL whose content refers to nothing. */
export function ended(outcome: Outcome): Acquired {
  return { outcome, references: NO_REFERENCES, packed: undefined };
}
