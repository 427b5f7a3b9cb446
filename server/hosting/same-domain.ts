import { OffprintError } from '../errors.ts';

/**
 * A site can only be switched to bundles of its own domain: its readers would find another site at its address.
 * @param found domain of the bundle
 * @param expected domain of the site; undefined where any bundle may be hosted, as on a host of one bundle
 * @throws OffprintError `conflict`
 */
export function assertSameDomain(found: string, expected: string | undefined): void {
  if (expected === undefined || found === expected) return;
  throw new OffprintError(
    'conflict',
    `The bundle contains ${found}, but this site is ${expected}. Host the bundle as a separate site.`,
  );
}
