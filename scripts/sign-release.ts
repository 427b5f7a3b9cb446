import { createHash, createPrivateKey, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * `node scripts/sign-release.ts <key.pem> [folder]`: writes `SHA256SUMS` for the packages in a folder (by default
 * `release`), and `SHA256SUMS.sig`, its Ed25519 signature, which OpenSSL can verify (docs/building.md).
 * @throws Error if the key is not an Ed25519 key, or there is no package
 */
export async function signRelease(keyFile: string, folder: string): Promise<void> {
  const key = createPrivateKey(fs.readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(
      `${keyFile} is no Ed25519 key. Make one: openssl genpkey -algorithm ed25519 -out ${keyFile}`,
    );
  }
  const names = fs.readdirSync(folder).filter((name) => PACKAGE.test(name));
  if (names.length === 0) throw new Error(`There is no package in ${folder}.`);
  let sums = '';
  for (const name of names.sort()) {
    const hash = createHash('sha256');
    await pipeline(fs.createReadStream(path.join(folder, name)), hash);
    sums += `${hash.digest('hex')}  ${name}\n`;
  }
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), sums);
  fs.writeFileSync(path.join(folder, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key));
}

const PACKAGE = /\.(AppImage|deb|rpm|tar\.gz|tgz|exe|zip|dmg)$/;

if (import.meta.main) {
  const [key = '', folder = 'release'] = process.argv.slice(2);
  await signRelease(key, folder);
  process.stdout.write(`${path.join(folder, 'SHA256SUMS')} and its signature are written.\n`);
}
