import { sign } from 'node:crypto';
import { keyOf, type SigningKey, signatureHolds } from './ed25519.ts';
import { type PublicKey, publicKeyOf } from './public-key.ts';

/** The owner of `from` says that `to` signs from now on; `signature` is made with `from`. Both keys as base64. */
export type Handover = Readonly<{ from: PublicKey; to: PublicKey; signature: string }>;

/** @param old signs the statement that the owner of `to` signs from now on */
export function makeHandover(old: SigningKey, to: PublicKey): Handover {
  const key = keyOf(old.privateKey);
  const from = publicKeyOf(key);
  return { from, to, signature: sign(null, handoverText(from, to), key).toString('base64') };
}

/** Whether handovers, oldest first, hold and lead to a key, each from the key that the one before led to. */
export function handoversLeadTo(handovers: readonly Handover[], key: PublicKey): boolean {
  const isChain = handovers.every(({ to }, index) => to === (handovers[index + 1]?.from ?? key));
  return isChain && handovers.every(handoverHolds);
}

/**
 * The known key whose owner handed over to a signer. The nearest one decides, so that nobody can pass a revoked one by.
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

/** Whether a signer is trusted because a known key handed over to it. The word of a revoked key does not count. */
export function isVouchedFor<Key extends Readonly<{ revokedAt: string | null }>>(
  voucher: Key | undefined,
): voucher is Key {
  return voucher?.revokedAt === null;
}

function handoverHolds({ from, to, signature }: Handover): boolean {
  return signatureHolds(handoverText(from, to), from, signature);
}

/** No manifest and no list of sums begins like this: a signature of one is never one of the other. */
function handoverText(from: PublicKey, to: PublicKey): Buffer {
  return Buffer.from(`offprint-key-handover 1\n${from}\n${to}\n`);
}
