import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { OffprintError } from '../errors.ts';
import type { NewStoredKey, StoredKey } from '../store/trusted-keys.ts';
import type { SigningKey } from './ed25519.ts';
import { type Handover, makeHandover } from './key-handover.ts';
import type { SecretKeeper } from './link-keys.ts';
import { fingerprintOf, publicKeyOf } from './public-key.ts';

/** What the key needs of its surroundings: sealed secrets, and the list of keys in the store. */
export type KeyPorts = Readonly<{
  secrets: SecretKeeper & Readonly<{ refuseWithoutPersistence: (what: string) => Promise<void> }>;
  /** The key that signs now. */
  current: () => StoredKey | undefined;
  setSigningKey: (
    key: NewStoredKey & Readonly<{ handovers: string }>,
    before: string | null,
    by: string,
  ) => Promise<StoredKey>;
}>;

/** The key that this installation signs bundles with. Its public half is among the trusted keys. */
export type InstallationKey = Readonly<{
  /**
   * What signs, unsealed; undefined when this installation has no key.
   * @throws OffprintError `secrets-locked`, `integrity` when the stored key was altered or is gone
   */
  signingKey: () => Promise<SigningKey | undefined>;
  /** @param by who asks @throws OffprintError `conflict` when there is one, or nothing would keep it; `secrets-locked` */
  create: (by: string) => Promise<StoredKey>;
  /**
   * A new key, with a statement of the old one that it takes over.
   * @throws OffprintError `conflict` when there is none, or nothing would keep it; as `signingKey`
   */
  rotate: (by: string) => Promise<StoredKey>;
  /** Destroys the private halves of keys that sign no more. */
  forgetOthers: () => Promise<void>;
}>;

const PREFIX = 'bundle-key/';
const NAME = 'This installation';

/** A signature file may not grow without end. */
const HANDOVERS_MAX = 100;

const handoverList = z.array(z.strictObject({ from: z.string(), to: z.string(), signature: z.string() }));

export function installationKey({ secrets, current, setSigningKey }: KeyPorts): InstallationKey {
  let last: Promise<unknown> = Promise.resolve();

  /** Changes one after the other. */
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

  /** The sealed half first: a key in the list without it would sign nothing. */
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

/** The statements that an own key carries. */
export function handoversOf({ handovers }: StoredKey): Handover[] {
  return handoverList.parse(JSON.parse(handovers ?? '[]'));
}
