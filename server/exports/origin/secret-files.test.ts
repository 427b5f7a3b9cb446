import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { looksSecret } from './secret-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-secret-files-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function looks(name: string, content: string | Buffer = ''): boolean {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return looksSecret(name, file);
}

describe('what looks like a secret', () => {
  const pem = (what: string): string => `-----BEGIN ${what}-----\nMIIE\n-----END ${what}-----\n`;

  it.each([
    '.env',
    '.env.production',
    'id_rsa',
    'id_ed25519',
    'site.p12',
    'store.jks',
    'vault.kdbx',
    'secrets.yml',
  ])('%s, by its name', (name) => expect(looks(name)).toBe(true));
  it.each<[string, string | Buffer]>([
    ['deploy.key', pem('PRIVATE KEY')],
    ['server.pem', pem('CERTIFICATE') + pem('RSA PRIVATE KEY')],
    ['backup.asc', pem('PGP PRIVATE KEY BLOCK')],
    ['der.key', Buffer.from([0x30, 0x82, 0x04, 0xbe])],
    ['my-service-account-1.json', '{"private_key": "-----BEGIN PRIVATE KEY-----\\n"}'],
  ])('%s, by what is in it', (name, content) => expect(looks(name, content)).toBe(true));
  it.each<[string, string | Buffer]>([
    ['.env.example', 'KEY='],
    ['ca.pem', pem('CERTIFICATE')],
    ['talk.key', 'PK\x03\x04'],
    ['id_rsa.pub', 'ssh-rsa AAAA'],
    ['release.asc', pem('PGP SIGNATURE')],
    ['secrets.html', pem('PRIVATE KEY')],
    ['keys.json', pem('PRIVATE KEY')],
  ])('not %s', (name, content) => expect(looks(name, content)).toBe(false));
});
