import type { Signer } from './trust.ts';
import type { VerificationFault } from './verification.ts';

/** Verification result in one word. Only `valid` means: complete, unaltered, and signed with a trusted key. */
export const verificationVerdicts = [
  'valid',
  'altered',
  'incomplete',
  'unknown-signer',
  'revoked-signer',
  'unsigned',
] as const;
export type VerificationVerdict = (typeof verificationVerdicts)[number];

/**
 * Returns the worst verdict that applies: an altered bundle is never called incomplete, and neither is ever called
 * signed.
 */
export function verdictOf(
  faults: readonly Pick<VerificationFault, 'kind'>[],
  { isThere, signer }: Readonly<{ isThere: boolean; signer: Signer | null }>,
): VerificationVerdict {
  if (faults.some(({ kind }) => kind !== 'missing')) return 'altered';
  if (faults.length > 0) return 'incomplete';
  return isThere ? verdictOfSigner(signer) : 'unsigned';
}

export function verdictOfSigner(signer: Signer | null): VerificationVerdict {
  if (signer?.standing === 'trusted') return 'valid';
  return signer?.standing === 'revoked' ? 'revoked-signer' : 'unknown-signer';
}
