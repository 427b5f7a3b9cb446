import { sign } from 'node:crypto';
import { keyOf, type SigningKey, signatureHolds } from './ed25519.ts';
import { type PublicKey, publicKeyOf } from './public-key.ts';

/**
 * Statement by the owner of `from` that `to` signs from now on; `signature` is made with `from`. Both keys are base64.
 */
export type Handover = Readonly<{ from: PublicKey; to: PublicKey; signature: string }>;

/** Hands over from an old key to a new one. @param old signs the handover */
export function makeHandover(old: SigningKey, to: PublicKey): Handover {
  const key = keyOf(old.privateKey);
  const from = publicKeyOf(key);
  return { from, to, signature: sign(null, handoverText(from, to), key).toString('base64') };
}

/** Whether handovers, oldest first, are valid and form an unbroken chain that ends at a key. */
export function handoversLeadTo(handovers: readonly Handover[], key: PublicKey): boolean {
  const isChain = handovers.every(({ to }, index) => to === (handovers[index + 1]?.from ?? key));
  return isChain && handovers.every(handoverHolds);
}

/**
 * Finds the known key that handed over to a signer. The most recent one in the chain decides, to avoid bypassing a
 * revoked key.
 */
export function voucherOf<Key extends Readonly<{ publicKey: PublicKey }>>(
  handovers: readonly Handover[],
  known: readonly Key[],
): Key | undefined {
  for (const { from } of handovers.toReversed()) {
    const key = known.find(({ publicKey }) => publicKey === from);
    if (key) return key;
  }
  return undefined;
}

/** Whether a signer is trusted because a known key handed over to it. Handovers by a revoked key do not count. */
export function isVouchedFor<Key extends Readonly<{ revokedAt: string | null }>>(
  voucher: Key | undefined,
): voucher is Key {
  return voucher?.revokedAt === null;
}

function handoverHolds({ from, to, signature }: Handover): boolean {
  return signatureHolds(handoverText(from, to), from, signature);
}

/** Signed text of a handover. No manifest or checksum list starts like this, so their signatures cannot be confused. */
function handoverText(from: PublicKey, to: PublicKey): Buffer {
  return Buffer.from(`offprint-key-handover 1\n${from}\n${to}\n`);
}
