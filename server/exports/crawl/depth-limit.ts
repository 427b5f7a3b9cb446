import type { Resource } from '../../store/resources.ts';
import type { SkipReason } from '../site/skip-reasons.ts';

/** Redirects, frames and files that load each other, without a link between: more of them have no end. */
const HOPS_MAX = 40;

/** The setting `maxDepth` is reached. */
export const TOO_DEEP: SkipReason = 'depth limit reached';

/**
 * Why a resource is not acquired for being too far from the start page, if it is.
 * @param place `depth` is how many links lead there, `hops` how many redirects, frames and files since the last of them
 */
export function tooFar(
  { depth, hops }: Pick<Resource, 'depth' | 'hops'>,
  maxDepth: number,
): string | undefined {
  if (hops > HOPS_MAX) return 'never finishes loading';
  return hops === 0 && depth > maxDepth ? TOO_DEEP : undefined;
}
