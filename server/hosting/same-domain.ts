import { OffprintError } from '../errors.ts';

/**
 * Rejects bundles of another domain: readers of a site would find another site at its address.
 * @param found domain of the bundle
 * @param expected domain of the site; undefined if any bundle is allowed, as on a host of a single bundle
 * @throws OffprintError `conflict`
 */
export function assertSameDomain(found: string, expected: string | undefined): void {
  if (expected === undefined || found === expected) return;
  throw new OffprintError(
    'conflict',
    `The bundle contains ${found}, but this site is ${expected}. Host the bundle as a separate site.`,
  );
}
