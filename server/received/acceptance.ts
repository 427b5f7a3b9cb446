import { judgedAgain, type Verification } from '../bundles/verification.ts';
import { OffprintError } from '../errors.ts';
import { type Store, transact } from '../store/database.ts';
import {
  type AcceptableVerdict,
  acceptableVerdicts,
  type Received,
  requireReceived,
  setAccepted,
} from '../store/received.ts';
import { listTrustedKeys } from '../store/trusted-keys.ts';

/**
 * Whether a bundle may be viewed and kept: it was signed with a trusted key, or a person accepted its current verdict.
 */
export function isUsable(received: Received, { verdict }: Pick<Verification, 'verdict'>): boolean {
  return verdict === 'valid' || (received.acceptedAs !== null && received.acceptedAs === verdict);
}

/** Returns the verification of a bundle, judged by the keys that are trusted now. */
export function standingNow(store: Store, { verification }: Received): Verification {
  return judgedAgain(verification, listTrustedKeys(store));
}

/** @throws OffprintError `conflict` with a sentence that explains what to do */
export function requireUsable(store: Store, received: Received): void {
  const { verdict } = standingNow(store, received);
  if (received.status === 'refused' || received.status === 'discarded') {
    throw new OffprintError(
      'conflict',
      `The bundle ${received.id} was ${received.status}, so it is no longer here.`,
    );
  }
  if (isUsable(received, { verdict })) return;
  const why: Partial<Record<Verification['verdict'], string>> = {
    unsigned: 'it is not signed. Ask for a signed one, or accept it as unsigned',
    'unknown-signer':
      'its key is not trusted here. Confirm the fingerprint with the owner of the key, then trust the key, or accept the bundle as one from an unknown signer',
    'revoked-signer': 'it is signed with a key that was revoked. Discard it and ask for a new one',
  };
  throw new OffprintError(
    'conflict',
    `The bundle ${received.id} cannot be used: ${why[verdict] ?? `it is ${verdict}`}.`,
  );
}

/** Accepts a bundle despite its verdict, on behalf of a person. @throws OffprintError `not-found`, `conflict` */
export function acceptReceived(store: Store, id: string, as: AcceptableVerdict, by: string): Received {
  return transact(store, () => {
    const received = requireWaiting(store, id);
    const { verdict } = standingNow(store, received);
    if (verdict !== as || !acceptableVerdicts.includes(as)) {
      throw new OffprintError(
        'conflict',
        `The bundle ${id} is ${verdict}, not ${as}, so it cannot be accepted as ${as}.`,
      );
    }
    setAccepted(store, id, as, by);
    return requireReceived(store, id);
  });
}

/** Requires that a bundle is neither kept nor discarded yet. @throws OffprintError `not-found`, `conflict` */
export function requireWaiting(store: Store, id: string): Received {
  const received = requireReceived(store, id);
  if (received.status === 'waiting') return received;
  throw new OffprintError('conflict', `The bundle ${id} was already ${received.status}.`);
}
