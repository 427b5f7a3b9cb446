import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { OffprintError } from '../errors.ts';
import type { NewStoredKey, StoredKey } from '../store/trusted-keys.ts';
import type { SigningKey } from './ed25519.ts';
import { type Handover, makeHandover } from './key-handover.ts';
import type { SecretKeeper } from './link-keys.ts';
import { fingerprintOf, publicKeyOf } from './public-key.ts';

/** Dependencies of the key: sealed secrets, and the key list in the store. */
export type KeyPorts = Readonly<{
  secrets: SecretKeeper & Readonly<{ refuseWithoutPersistence: (what: string) => Promise<void> }>;
  /** The current signing key. */
  current: () => StoredKey | undefined;
  setSigningKey: (
    key: NewStoredKey & Readonly<{ handovers: string }>,
    before: string | null,
    by: string,
  ) => Promise<StoredKey>;
}>;

/** The key with which this installation signs bundles. Its public half is one of the trusted keys. */
export type InstallationKey = Readonly<{
  /**
   * Returns the unsealed key; undefined if this installation has none.
   * @throws OffprintError `secrets-locked`, `integrity` if the stored key was altered or is gone
   */
  signingKey: () => Promise<SigningKey | undefined>;
  /**
   * Creates a key.
   * @param by who requested it
   * @throws OffprintError `conflict` if there is one or secrets are not persisted; `secrets-locked`
   */
  create: (by: string) => Promise<StoredKey>;
  /**
   * Creates a new key with a handover signed by the old one.
   * @throws OffprintError `conflict` if there is no old key or secrets are not persisted; as `signingKey`
   */
  rotate: (by: string) => Promise<StoredKey>;
  /** Deletes the private halves of keys that are no longer used for signing. */
  forgetOthers: () => Promise<void>;
}>;

const PREFIX = 'bundle-key/';
const NAME = 'This installation';

/** Limits the size of signature files. */
const HANDOVERS_MAX = 100;

const handoverList = z.array(z.strictObject({ from: z.string(), to: z.string(), signature: z.string() }));

export function installationKey({ secrets, current, setSigningKey }: KeyPorts): InstallationKey {
  let last: Promise<unknown> = Promise.resolve();

  /** Runs changes one at a time. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = last.then(change);
    last = turn.catch(() => {});
    return turn;
  };

  const signingKey = async (): Promise<SigningKey | undefined> => {
    const key = current();
    if (!key) return undefined;
    const secret = await secrets.get(PREFIX + key.fingerprint);
    if (!secret) {
      throw new OffprintError(
        'integrity',
        `The private key ${key.fingerprint.slice(0, 16)}… is no longer in this data folder, so nothing can be signed. Restore a backup of the database, or revoke the key and create a new one: offprint trust revoke ${key.fingerprint}, then offprint trust create`,
      );
    }
    return { privateKey: secret.toString('base64'), handovers: handoversOf(key) };
  };

  /** Creates a key. Stores the sealed private half first: a listed key without it could not sign. */
  const put = async (
    handOver: (to: string) => readonly Handover[],
    before: string | null,
    by: string,
    name = NAME,
  ): Promise<StoredKey> => {
    const pair = generateKeyPairSync('ed25519');
    const publicKey = publicKeyOf(pair.publicKey);
    const fingerprint = fingerprintOf(publicKey);
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
    try {
      await secrets.set(PREFIX + fingerprint, privateKey);
    } finally {
      privateKey.fill(0);
    }
    const handovers = JSON.stringify(handOver(publicKey));
    return setSigningKey({ publicKey, fingerprint, name, handovers }, before, by);
  };

  const forgetOthers = async (): Promise<void> => {
    const own = current();
    for (const name of secrets.names()) {
      if (name.startsWith(PREFIX) && name !== PREFIX + own?.fingerprint) await secrets.delete(name);
    }
  };

  return {
    signingKey,
    create: (by) =>
      inTurn(async () => {
        if (current()) {
          throw new OffprintError(
            'conflict',
            'This installation already has a signing key. Replace it with: offprint trust rotate',
          );
        }
        await secrets.refuseWithoutPersistence('A signing key');
        return put(() => [], null, by);
      }),
    rotate: (by) =>
      inTurn(async () => {
        const own = current();
        const key = await signingKey();
        if (!own || !key) {
          throw new OffprintError(
            'conflict',
            'This installation has no signing key yet. Create one with: offprint trust create',
          );
        }
        if (key.handovers.length >= HANDOVERS_MAX) {
          throw new OffprintError(
            'conflict',
            `This key has already replaced ${HANDOVERS_MAX} others, the most a signature can list. Start over: offprint trust revoke ${own.fingerprint}, then offprint trust create, and give the new key to everyone who receives bundles.`,
          );
        }
        await secrets.refuseWithoutPersistence('A signing key');
        const made = await put(
          (to) => [...key.handovers, makeHandover(key, to)],
          own.fingerprint,
          by,
          own.name,
        );
        await forgetOthers();
        return made;
      }),
    forgetOthers: () => inTurn(forgetOthers),
  };
}

/** Handovers stored with a key of this installation. */
export function handoversOf({ handovers }: StoredKey): Handover[] {
  return handoverList.parse(JSON.parse(handovers ?? '[]'));
}
