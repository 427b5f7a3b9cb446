import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { temporaryFolder } from './archive.test-support.ts';
import { publicKeyOfSigner } from './ed25519.ts';
import { fingerprintOf, parsePublicKey, pemOf, qrTextOf, spokenFingerprint } from './public-key.ts';
import { checkedSignature, signatureOf } from './signature.ts';
import { newSigningKey, revoked, successorOf, trustIn } from './signing.test-support.ts';
import { signerOf } from './trust.ts';

const folder = temporaryFolder();
const CONTENT = Buffer.from('{ "format": "offprint-bundle" }\n');

describe('a public key', () => {
  const key = publicKeyOfSigner(newSigningKey());

  test.each([
    ['PEM', pemOf(key)],
    ['PEM with the line ends of Windows', pemOf(key).replaceAll('\n', '\r\n')],
    ['its base64', key],
    ['the text of its QR code', `${qrTextOf(key)}\n`],
  ])('is read as %s', (_form, text) => {
    expect(parsePublicKey(text)).toBe(key);
  });

  test('has the fingerprint that openssl and sha256sum give', () => {
    const file = path.join(folder, 'key.pem');
    fs.writeFileSync(file, pemOf(key));
    const command = `openssl pkey -pubin -in ${file} -outform DER | sha256sum`;
    expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout).toBe(`${fingerprintOf(key)}  -\n`);
  });

  test('is read aloud in 16 groups of four', () => {
    expect(spokenFingerprint(fingerprintOf(key))).toMatch(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/);
  });

  test.each([
    ['nothing', ''],
    ['a sentence', 'This is not a key.'],
    ['one of another kind', exported('x25519')],
    ['one cut off', qrTextOf(key).slice(0, -1)],
    ['one with a letter more', `${key}A`],
    ['a spelling that other programs read as the same', key.replace(/.=$/, (end) => `${next(end)}=`)],
    ['a book', 'x'.repeat(1_000_000)],
  ])('is not %s', (_what, text) => {
    expect(() => parsePublicKey(text)).toThrow(
      /This is not an Offprint public key\. Use the output of offprint trust/,
    );
  });

  test('is never a private one', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => parsePublicKey(pem)).toThrow(/This is a private key, which its owner must never share/);
  });

  function exported(kind: 'x25519'): string {
    return generateKeyPairSync(kind).publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  /** Changes the last base64 letter, of which some bits are unused. */
  function next(end: string): string {
    return String.fromCharCode(end.charCodeAt(0) + 1);
  }
});

describe('a signature', () => {
  const key = newSigningKey();
  const file = Buffer.from(signatureOf(CONTENT, key));

  test('holds for what it signs, and says with which key', () => {
    expect(checkedSignature(CONTENT, file)).toEqual({ key: publicKeyOfSigner(key), handovers: [] });
  });

  test('is the same for the same key and content', () => {
    expect(signatureOf(CONTENT, key)).toBe(file.toString());
  });

  test('is what openssl verifies', () => {
    const [content, signature, pem] = ['content', 'signature', 'signer.pem'].map((name) =>
      path.join(folder, name),
    );
    fs.writeFileSync(content ?? '', CONTENT);
    fs.writeFileSync(
      signature ?? '',
      Buffer.from(/^signature (\S+)/m.exec(file.toString())?.[1] ?? '', 'base64'),
    );
    fs.writeFileSync(pem ?? '', pemOf(publicKeyOfSigner(key)));
    const args = [
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      pem,
      '-rawin',
      '-in',
      content,
      '-sigfile',
      signature,
    ];
    expect(spawnSync('openssl', args as string[]).status).toBe(0);
  });

  test('does not hold for anything else', () => {
    for (let at = 0; at < CONTENT.length; at++)
      expect(checkedSignature(flipped(CONTENT, at), file)).toBeUndefined();
    expect(checkedSignature(CONTENT.subarray(1), file)).toBeUndefined();
    expect(checkedSignature(Buffer.alloc(0), file)).toBeUndefined();
  });

  test('has one spelling: whichever of its bytes becomes whichever other, it holds no more', () => {
    const rotated = Buffer.from(signatureOf(CONTENT, successorOf(successorOf(key))));
    expect(checkedSignature(CONTENT, rotated)?.handovers).toHaveLength(2);
    for (let at = 0; at < rotated.length; at++) {
      for (const bit of isFullRun ? [1, 2, 4, 8, 16, 32, 64, 128] : [1 << (at % 8)]) {
        const altered = Buffer.from(rotated);
        altered[at] = (altered[at] ?? 0) ^ bit;
        expect(checkedSignature(CONTENT, altered), `byte ${at}, bit ${bit}`).toBeUndefined();
      }
    }
  });

  test.each([
    ['with a line more', (text: string) => `${text}\n`],
    ['without the end of its last line', (text: string) => text.trimEnd()],
    ['with the line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['of a version to come', (text: string) => text.replace('signature 1', 'signature 2')],
    ['with a comment', (text: string) => `${text}# made by hand\n`],
    [
      'with another key',
      (text: string) => text.replace(/key \S+/, `key ${publicKeyOfSigner(newSigningKey())}`),
    ],
    ['cut off', (text: string) => text.slice(0, 100)],
    ['without end', (text: string) => text + 'handover a b c\n'.repeat(10_000)],
  ])('%s is refused', (_what, change) => {
    expect(checkedSignature(CONTENT, Buffer.from(change(file.toString())))).toBeUndefined();
  });

  test('whose statements do not lead to its key is refused', () => {
    const [one, two] = [successorOf(key), successorOf(key)];
    const foreign = { ...one, handovers: two.handovers };
    expect(checkedSignature(CONTENT, Buffer.from(signatureOf(CONTENT, foreign)))).toBeUndefined();
    const third = successorOf(one);
    const gap = { ...third, handovers: third.handovers.slice(0, 1) };
    expect(checkedSignature(CONTENT, Buffer.from(signatureOf(CONTENT, gap)))).toBeUndefined();
  });
});

describe('who signed', () => {
  const [first, stranger] = [newSigningKey(), newSigningKey()];
  const second = successorOf(first);
  const third = successorOf(second);
  const signer = (key: typeof first, trusted: Parameters<typeof signerOf>[1]) =>
    signerOf({ key: publicKeyOfSigner(key), handovers: key.handovers }, trusted);

  test('is known where the key is in the list', () => {
    expect(signer(first, [trustIn(stranger), trustIn(first)])).toMatchObject({
      standing: 'trusted',
      name: 'Docs team',
      voucher: null,
      fingerprint: fingerprintOf(publicKeyOfSigner(first)),
    });
    expect(signer(stranger, [trustIn(first)])).toMatchObject({
      standing: 'unknown',
      name: null,
      voucher: null,
    });
    expect(signer(first, [])).toMatchObject({ standing: 'unknown' });
  });

  test('is trusted where a trusted key handed over, also by way of others', () => {
    const voucher = {
      name: 'Docs team',
      fingerprint: fingerprintOf(publicKeyOfSigner(first)),
      revokedAt: null,
    };
    expect(signer(second, [trustIn(first)])).toMatchObject({
      standing: 'trusted',
      name: 'Docs team',
      voucher,
    });
    expect(signer(third, [trustIn(first)])).toMatchObject({ standing: 'trusted', voucher });
  });

  test('is not trusted because a successor is', () => {
    expect(signer(first, [trustIn(second)])).toMatchObject({ standing: 'unknown' });
  });

  test('never counts once the key is revoked, whoever vouches for it', () => {
    expect(signer(first, [trustIn(first, revoked)])).toMatchObject({ standing: 'revoked', ...revoked });
    expect(signer(second, [trustIn(first), trustIn(second, revoked)])).toMatchObject({ standing: 'revoked' });
  });

  test('is unknown where the key that handed over is revoked, even if one before it is not', () => {
    expect(signer(second, [trustIn(first, revoked)])).toMatchObject({
      standing: 'unknown',
      name: null,
      voucher: { name: 'Docs team', revokedAt: revoked.revokedAt },
    });
    expect(signer(third, [trustIn(first), trustIn(second, revoked)])).toMatchObject({ standing: 'unknown' });
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const altered = Buffer.from(bytes);
  altered[at] = (altered[at] ?? 0) ^ 1;
  return altered;
}
