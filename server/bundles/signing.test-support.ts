import { generateKeyPairSync } from 'node:crypto';
import { publicKeyOfSigner, type SigningKey } from './ed25519.ts';
import { makeHandover } from './key-handover.ts';
import type { TrustedKey } from './trust.ts';

export function newSigningKey(handovers: SigningKey['handovers'] = []): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'), handovers };
}

/** A key to which another one handed over. */
export function successorOf(old: SigningKey): SigningKey {
  const next = newSigningKey();
  return { ...next, handovers: [...old.handovers, makeHandover(old, publicKeyOfSigner(next))] };
}

export function trustIn(key: SigningKey, change: Partial<TrustedKey> = {}): TrustedKey {
  const publicKey = publicKeyOfSigner(key);
  return { publicKey, name: 'Docs team', isOwn: false, revokedAt: null, revokedReason: null, ...change };
}

export const revoked = { revokedAt: '2026-03-02T09:30:00.000Z', revokedReason: 'stolen' };
