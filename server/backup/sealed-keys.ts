import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { OffprintError } from '../errors.ts';
import { decrypt, encrypt } from '../secrets/encryption.ts';
import { SCRYPT, stretch } from '../secrets/passphrase.ts';

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));

/** Keys that a backup contains only on request. */
export type BackupKeys = Readonly<{
  /** Unsealed, by name. */
  secrets: ReadonlyMap<string, Buffer>;
  /** Rows of the table `admin_keys`; `hash` in hex. */
  adminKeys: readonly Readonly<Record<string, string | null>>[];
}>;

const keysFile = z.object({
  version: z.literal(1),
  scrypt: z.object({ N: z.literal(SCRYPT.N), r: z.literal(SCRYPT.r), p: z.literal(SCRYPT.p), salt: base64 }),
  nonce: base64,
  /** JSON of the keys, encrypted with AES-256-GCM under a key that scrypt derives from the passphrase. */
  ciphertext: base64,
});

const content = z.object({
  secrets: z.record(z.string(), base64),
  adminKeys: z.array(z.record(z.string(), z.string().nullable())),
});

/**
 * @param facts bytes of `backup.json`, without which the keys do not open, so that no part of the backup can be
 *   exchanged
 */
export async function sealKeys(keys: BackupKeys, passphrase: string, facts: Uint8Array): Promise<string> {
  const salt = randomBytes(16);
  const key = await stretch(passphrase.normalize('NFC'), salt);
  const secrets = Object.fromEntries(
    [...keys.secrets].map(([name, value]) => [name, value.toString('base64')]),
  );
  const plaintext = Buffer.from(JSON.stringify({ secrets, adminKeys: keys.adminKeys }));
  const box = encrypt(key, boundTo(facts), plaintext);
  key.fill(0);
  plaintext.fill(0);
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const file = {
    version: 1,
    scrypt: { ...SCRYPT, salt: text(salt) },
    nonce: text(box.nonce),
    ciphertext: text(box.ciphertext),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** @throws OffprintError `usage` for a wrong passphrase, `integrity` if it is not a file of keys */
export async function openKeys(file: string, passphrase: string, facts: Uint8Array): Promise<BackupKeys> {
  const { scrypt, nonce, ciphertext } = parsed(keysFile, file);
  const key = await stretch(passphrase.normalize('NFC'), scrypt.salt);
  const plaintext = decrypt(key, boundTo(facts), { nonce, ciphertext });
  key.fill(0);
  if (plaintext === undefined) {
    throw new OffprintError(
      'usage',
      'The passphrase does not unlock the keys in this backup: it is wrong, or the backup was altered. Nothing was written. Enter the passphrase again, or restore without the keys: --without-keys.',
    );
  }
  const { secrets, adminKeys } = parsed(content, plaintext.toString('utf8'));
  plaintext.fill(0);
  return { secrets: new Map(Object.entries(secrets)), adminKeys };
}

function boundTo(facts: Uint8Array): string {
  return `offprint backup ${Buffer.from(facts).toString('utf8')}`;
}

function parsed<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new OffprintError('integrity', 'The keys in this backup are damaged (keys.json).');
  }
}
