import { isVouchedFor, voucherOf } from './key-handover.ts';
import { fingerprintOf, type PublicKey } from './public-key.ts';
import type { Signature } from './signature.ts';

/** A key whose signatures count here. */
export type TrustedKey = Readonly<{
  publicKey: PublicKey;
  /** What people call its owner. */
  name: string;
  /** It is, or was, the key of this installation. */
  isOwn: boolean;
  /** Since then its signatures count no more. ISO 8601. */
  revokedAt: string | null;
  revokedReason: string | null;
}>;

/** Who signed, and what that is worth here. */
export type Signer = Readonly<{
  publicKey: PublicKey;
  fingerprint: string;
  standing: 'trusted' | 'unknown' | 'revoked';
  /** Null where the key is not known. */
  name: string | null;
  isOwn: boolean;
  revokedAt: string | null;
  revokedReason: string | null;
  /**
   * The known key whose owner handed over to this one; null where the key is known itself, or nobody known vouches for
   * it. Where that key is revoked, its word counts for nothing and the signer is unknown.
   */
  voucher: Readonly<{ name: string; fingerprint: string; revokedAt: string | null }> | null;
}>;

/**
 * What a signature that holds is worth. A key that is known stands for itself. Another one is trusted when a trusted key
 * handed over to it (key-handover.ts).
 */
export function signerOf({ key, handovers }: Signature, trusted: readonly TrustedKey[]): Signer {
  const facts = { publicKey: key, fingerprint: fingerprintOf(key) };
  const known = trusted.find(({ publicKey }) => publicKey === key);
  if (known) {
    const { name, isOwn, revokedAt, revokedReason } = known;
    const standing = revokedAt === null ? 'trusted' : 'revoked';
    return { ...facts, standing, name, isOwn, revokedAt, revokedReason, voucher: null };
  }
  const voucher = voucherOf(handovers, trusted);
  const isTrusted = isVouchedFor(voucher);
  return {
    ...facts,
    standing: isTrusted ? 'trusted' : 'unknown',
    name: isTrusted ? voucher.name : null,
    isOwn: isTrusted && voucher.isOwn,
    revokedAt: null,
    revokedReason: null,
    voucher: voucher
      ? {
          name: voucher.name,
          fingerprint: fingerprintOf(voucher.publicKey),
          revokedAt: voucher.revokedAt,
        }
      : null,
  };
}
