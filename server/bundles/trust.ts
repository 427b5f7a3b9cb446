import { isVouchedFor, voucherOf } from './key-handover.ts';
import { fingerprintOf, type PublicKey } from './public-key.ts';
import type { Signature } from './signature.ts';

/** A known key, trusted unless revoked. */
export type TrustedKey = Readonly<{
  publicKey: PublicKey;
  /** Name of its owner. */
  name: string;
  /** Whether it is or was the key of this installation. */
  isOwn: boolean;
  /** When it was revoked (ISO 8601); its signatures no longer count. */
  revokedAt: string | null;
  revokedReason: string | null;
}>;

/** Who signed, and whether the signature counts here. */
export type Signer = Readonly<{
  publicKey: PublicKey;
  fingerprint: string;
  standing: 'trusted' | 'unknown' | 'revoked';
  /** Null if the key is unknown. */
  name: string | null;
  isOwn: boolean;
  revokedAt: string | null;
  revokedReason: string | null;
  /**
   * The known key that handed over to this one; null if the key itself is known, or no known key vouches for it. If the
   * voucher is revoked, the signer counts as unknown.
   */
  voucher: Readonly<{ name: string; fingerprint: string; revokedAt: string | null }> | null;
}>;

/**
 * Determines whether the key of a valid signature is trusted. A known key is judged on its own; an unknown one is
 * trusted if a trusted key handed over to it (key-handover.ts).
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
