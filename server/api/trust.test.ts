import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStore, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../../test/stand-ins/full.ts';
import { writeBundle } from '../bundles/archive.test-support.ts';
import { publicKeyOfSigner } from '../bundles/ed25519.ts';
import { fingerprintOf, pemOf, qrTextOf } from '../bundles/public-key.ts';
import { signBundle } from '../bundles/sign-bundle.ts';
import { newSigningKey, successorOf } from '../bundles/signing.test-support.ts';
import {
  bundleOf,
  completedJob,
  domainOf,
  followLink,
  makeProject,
  makeSecretFile,
  startServer,
  type TestServer,
  tinySite,
} from './test-support.ts';
import type { Signed, Trust, TrustedKey, Verification } from './wire.types.ts';

const { signal } = new AbortController();
let server: TestServer;
/** Without a key of its own: later it receives. */
let forgetful: TestServer;
let secretFile: string;

beforeAll(async () => {
  secretFile = makeSecretFile();
  server = await startServer({ secretFile });
});

const asAdmin = (method: string, target: string, body?: unknown, from = server) =>
  from.call(method, `/v1/trust${target}`, { key: from.keys.admin, ...(body !== undefined && { body }) });

async function trustOf(from = server): Promise<Trust> {
  return (await from.call('GET', '/v1/trust', { key: from.keys.read })).body as Trust;
}

async function verify(body: object, from = server): Promise<Verification> {
  const { status, body: found, error } = await from.owner.call('POST', '/v1/trust/verifications', { body });
  if (status !== 200) throw new Error(`${status}: ${error}`);
  return found as Verification;
}

/** Creates a bundle signed with the key. */
async function signedBundle(key = newSigningKey()): Promise<string> {
  const file = path.join(temporaryFolder(), 'docs.zip');
  await writeBundle(file, { 'index.html': '<p>index', 'a.html': '<p>a' });
  await signBundle(file, key, signal);
  return file;
}

describe('the key of this installation', () => {
  it('is made once, sealed, and shown as text, digits and QR code', async () => {
    expect(await trustOf()).toEqual({ ownKey: null, keys: [] });
    const refused = await asAdmin('POST', '/key/rotate');
    expect([refused.status, refused.error]).toMatchObject([
      409,
      expect.stringMatching(/has no signing key yet.* trust create/),
    ]);

    const { status, body } = await asAdmin('POST', '/key');
    expect(status).toBe(201);
    const key = body as TrustedKey;
    expect(key).toMatchObject({
      isOwn: true,
      signs: true,
      revokedAt: null,
      handovers: [],
      name: 'This installation',
    });
    expect(key.spokenFingerprint.replaceAll(' ', '')).toBe(key.fingerprint);
    expect(key.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    expect(key.qrText).toMatch(/^offprint-key:1:/);
    expect(await trustOf()).toEqual({ ownKey: key, keys: [key] });

    const again = await asAdmin('POST', '/key');
    expect([again.status, again.error]).toMatchObject([
      409,
      expect.stringMatching(/Replace it with: offprint trust rotate/),
    ]);
    expect(server.log.join('\n')).toContain(
      `trust: created the key This installation (${key.spokenFingerprint})`,
    );
  });

  it('is nowhere in the data folder in the clear', async () => {
    const { stored } = readStore(server.dataFolder, (store) => ({
      stored: store.prepare("SELECT name, ciphertext FROM secrets WHERE name LIKE 'bundle-key/%'").all() as {
        name: string;
        ciphertext: Buffer;
      }[],
    }));
    expect(stored).toHaveLength(1);
    // Every Ed25519 private key starts like this (RFC 8410 §7).
    const pkcs8 = Buffer.from('302e020100300506032b6570', 'hex');
    for (const name of fs.readdirSync(server.dataFolder)) {
      const file = path.join(server.dataFolder, name);
      if (fs.statSync(file).isFile()) expect(fs.readFileSync(file).includes(pkcs8), name).toBe(false);
    }
  });

  it('is refused where secrets live in memory only', async () => {
    forgetful = await startServer();
    const { status, error } = await asAdmin('POST', '/key', undefined, forgetful);
    expect(status).toBe(409);
    expect(error).toMatch(
      /^A signing key needs a place to store the master key: secrets are kept in memory only, .* To store secrets, set a secret file/,
    );
    expect(await trustOf(forgetful)).toEqual({ ownKey: null, keys: [] });
  });

  it('signs every bundle and delta that is made from then on, and they verify by job', async () => {
    const site = tinySite();
    const project = await makeProject(server, site);
    const first = await completedJob(server, domainOf(project));
    expect(await verify({ jobId: first.jobId })).toMatchObject({
      verdict: 'valid',
      signer: { isOwn: true, standing: 'trusted' },
      bundle: { pageCount: 4, domain: domainOf(project) },
      whatToDo: 'Nothing.',
      faultCount: 0,
    });
    fs.writeFileSync(path.join(site, 'new.html'), '<p>new');
    // received.test.ts covers receiving a signed zip and a signed delta.
    const later = isFullRun ? await completedJob(server, domainOf(project)) : first;
    for (const request of firstOf(1, [{ format: 'tar.gz' }, { format: 'zip' }, { base: first.jobId }])) {
      const { bundleUrl } = await bundleOf(server, later.jobId, request);
      const { bytes } = await followLink(server, bundleUrl);
      const file = path.join(temporaryFolder(), 'downloaded');
      fs.writeFileSync(file, bytes);
      expect(await verify({ path: file })).toMatchObject({
        verdict: 'valid',
        kind: 'base' in request ? 'delta' : 'bundle',
      });
    }
  });

  it('holds a job until the master key is there: nothing is packed unsigned by the way', async () => {
    const folder = temporaryFolder();
    const away = makeSecretFile();
    const one = await startServer({ secretFile: away, dataFolder: folder });
    await asAdmin('POST', '/key', undefined, one);
    const project = await makeProject(one);
    await one.stop();
    const locked = await startServer({ dataFolder: folder, keys: one.keys });
    const { body } = await locked.call('POST', '/v1/static-export/jobs', {
      key: one.keys.write,
      body: { domain: domainOf(project) },
    });
    await expect.poll(() => locked.log.join('\n')).toMatch(/export job se_[0-9a-f]{16} is waiting: /);
    expect(body).toMatchObject({ status: 'queued' });
    expect((await trustOf(locked)).ownKey).not.toBeNull();
    await locked.stop();
  });

  it('signs bundles that lie somewhere', async () => {
    const file = path.join(temporaryFolder(), 'docs.zip');
    await writeBundle(file, { 'index.html': '<p>index' });
    expect((await verify({ path: file })).verdict).toBe('unsigned');
    const { status, body } = await server.owner.call('POST', '/v1/trust/signatures', {
      body: { path: file },
    });
    expect(status).toBe(200);
    const { ownKey } = await trustOf();
    expect(body).toMatchObject({ fingerprint: ownKey?.fingerprint, kind: 'bundle' });
    expect((body as Signed).sizeBytes).toBe(fs.statSync(file).size);
    expect((await verify({ path: file })).verdict).toBe('valid');
  });

  it('is rotated: the old one is destroyed, and vouches for the new one', async () => {
    const before = (await trustOf()).ownKey;
    const { status, body } = await asAdmin('POST', '/key/rotate');
    expect(status).toBe(200);
    const after = body as TrustedKey;
    expect(after).toMatchObject({ isOwn: true, signs: true, handovers: [before?.fingerprint] });
    const { keys } = await trustOf();
    expect(keys.map(({ signs, isOwn }) => [signs, isOwn])).toEqual([
      [true, true],
      [false, true],
    ]);
    const names = readStore(server.dataFolder, (store) =>
      store.prepare("SELECT name FROM secrets WHERE name LIKE 'bundle-key/%'").pluck().all(),
    );
    expect(names).toEqual([`bundle-key/${after.fingerprint}`]);

    // On an installation that trusts the old key.
    const file = path.join(temporaryFolder(), 'docs.zip');
    await writeBundle(file, { 'index.html': '<p>index' });
    await server.owner.call('POST', '/v1/trust/signatures', { body: { path: file } });
    await asAdmin('POST', '/keys', { name: 'Docs team', publicKey: before?.publicKey }, forgetful);
    expect(await verify({ path: file }, forgetful)).toMatchObject({
      verdict: 'valid',
      signer: {
        name: 'Docs team',
        fingerprint: after.fingerprint,
        voucher: { fingerprint: before?.fingerprint },
      },
    });
    await asAdmin('POST', `/keys/${before?.fingerprint}/revoke`, { reason: 'stolen' }, forgetful);
    expect(await verify({ path: file }, forgetful)).toMatchObject({
      verdict: 'unknown-signer',
      whatToDo: expect.stringMatching(
        /announced by Docs team, whose key was revoked, so the announcement cannot be trusted/,
      ),
    });
  });

  it('is destroyed when it is revoked, and what it signed is refused', async () => {
    const { ownKey } = await trustOf();
    const file = path.join(temporaryFolder(), 'docs.zip');
    await writeBundle(file, { 'index.html': '<p>index' });
    await server.owner.call('POST', '/v1/trust/signatures', { body: { path: file } });
    const removal = await asAdmin('DELETE', `/keys/${ownKey?.fingerprint}`);
    expect([removal.status, removal.error]).toMatchObject([
      409,
      expect.stringMatching(/signs with this key/),
    ]);

    const { status, body } = await asAdmin('POST', `/keys/${ownKey?.fingerprint}/revoke`, {
      reason: 'laptop lost',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ signs: false, revokedReason: 'laptop lost' });
    expect((await trustOf()).ownKey).toBeNull();
    expect(await verify({ path: file })).toMatchObject({
      verdict: 'revoked-signer',
      summary: expect.stringMatching(/was revoked on \d{4}-\d\d-\d\d \(laptop lost\)/),
    });
    const refused = await server.owner.call('POST', '/v1/trust/signatures', { body: { path: file } });
    expect(refused.status).toBe(409);
    expect((await asAdmin('POST', '/key')).body).toMatchObject({ signs: true, handovers: [] });
  });
});

describe('trusted keys', () => {
  it('are added in any form, renamed, revoked, removed', async () => {
    const key = newSigningKey();
    const publicKey = publicKeyOfSigner(key);
    const fingerprint = fingerprintOf(publicKey);
    const file = await signedBundle(key);
    expect(await verify({ path: file })).toMatchObject({
      verdict: 'unknown-signer',
      signer: { fingerprint, name: null, qrText: qrTextOf(publicKey) },
    });

    const added = await asAdmin('POST', '/keys', { name: ' Docs team ', publicKey: qrTextOf(publicKey) });
    expect([added.status, added.body]).toMatchObject([
      201,
      { name: 'Docs team', fingerprint, isOwn: false, signs: false },
    ]);
    expect(await verify({ path: file })).toMatchObject({ verdict: 'valid', signer: { name: 'Docs team' } });
    const twice = await asAdmin('POST', '/keys', { name: 'Other', publicKey: pemOf(publicKey) });
    expect([twice.status, twice.error]).toEqual([409, 'This key is already trusted, as Docs team.']);

    const renamed = await asAdmin('PATCH', `/keys/${fingerprint}`, { name: 'Docs, Berlin' });
    expect(renamed.body).toMatchObject({ name: 'Docs, Berlin' });
    const first = await asAdmin('POST', `/keys/${fingerprint}/revoke`, { reason: 'lost' });
    const second = await asAdmin('POST', `/keys/${fingerprint}/revoke`, { reason: 'found again?' });
    expect(second.body).toEqual(first.body);
    expect((await verify({ path: file })).verdict).toBe('revoked-signer');
    const back = await asAdmin('POST', '/keys', { name: 'Docs', publicKey });
    expect([back.status, back.error]).toMatchObject([
      409,
      expect.stringMatching(/was revoked on .* \(lost\)/),
    ]);
    expect((await asAdmin('DELETE', `/keys/${fingerprint}`)).status).toBe(204);
    expect((await verify({ path: file })).verdict).toBe('unknown-signer');
    expect((await asAdmin('DELETE', `/keys/${fingerprint}`)).status).toBe(404);
  });

  it('are refused with a sentence where they are none', async () => {
    for (const publicKey of ['hello', '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----']) {
      const { status, error } = await asAdmin('POST', '/keys', { name: 'x', publicKey });
      expect(status).toBe(400);
      expect(error).toMatch(/This is not an Offprint public key|This is a private key/);
    }
    expect((await asAdmin('POST', '/keys', { name: 'a\u001b[2Jb', publicKey: 'x' })).status).toBe(400);
    expect((await asAdmin('POST', `/keys/${'0'.repeat(64)}/revoke`, { reason: 'x' })).status).toBe(404);
    expect((await asAdmin('PATCH', '/keys/xyz', { name: 'x' })).status).toBe(400);
  });

  it('are changed by admins alone', async () => {
    const calls: [string, string, object?][] = [
      ['POST', '/key'],
      ['POST', '/key/rotate'],
      ['POST', '/keys', { name: 'x', publicKey: 'x' }],
      ['PATCH', `/keys/${'0'.repeat(64)}`, { name: 'x' }],
      ['POST', `/keys/${'0'.repeat(64)}/revoke`, { reason: 'x' }],
      ['DELETE', `/keys/${'0'.repeat(64)}`],
      ['POST', '/verifications', { path: '/etc/hostname' }],
      ['POST', '/signatures', { path: '/etc/hostname' }],
    ];
    for (const [method, target, body] of calls) {
      const { status } = await server.call(method, `/v1/trust${target}`, { key: server.keys.write, body });
      expect(status, target).toBe(403);
    }
  });
});

describe('verification', () => {
  it('says what is altered, missing and unknown', async () => {
    const file = await signedBundle();
    const bytes = fs.readFileSync(file);
    const at = bytes.indexOf('<p>a');
    bytes[at + 3] = (bytes[at + 3] ?? 0) ^ 1;
    fs.writeFileSync(file, bytes);
    expect(await verify({ path: file })).toMatchObject({
      verdict: 'altered',
      faults: [{ kind: 'changed', path: 'a.html' }],
      whatToDo: expect.stringMatching(/^Do not use it/),
    });
    const folder = temporaryFolder();
    const unzipped = spawnSync('unzip', ['-q', await signedBundle(), '-d', folder]);
    expect(unzipped.status).toBe(0);
    fs.writeFileSync(path.join(folder, 'a.html'), '<p>b');
    fs.writeFileSync(path.join(folder, 'evil.html'), 'x');
    fs.rmSync(path.join(folder, 'index.html'));
    expect(await verify({ path: folder })).toMatchObject({
      verdict: 'altered',
      altered: 1,
      missing: 1,
      unknown: 1,
      faultCount: 3,
    });
  });

  it('reaches for keys what is in directoryRoots, also by way of links, and for nobody the data folder', async () => {
    const file = await signedBundle(successorOf(newSigningKey()));
    const ask = (place: string) => asAdmin('POST', '/verifications', { path: place });
    expect((await ask(file)).status).toBe(403);
    const open = temporaryFolder();
    await server.owner.call('PATCH', '/v1/settings', { body: { directoryRoots: [open] } });
    const inside = path.join(open, 'docs.zip');
    fs.copyFileSync(file, inside);
    fs.symlinkSync(file, path.join(open, 'link.zip'));
    expect(await ask(inside)).toMatchObject({ status: 200, body: { verdict: 'unknown-signer' } });
    expect((await ask(path.join(open, 'link.zip'))).status).toBe(403);
    expect((await ask('docs.zip')).status).toBe(400);
    const own = await server.owner.call('POST', '/v1/trust/verifications', {
      body: { path: path.join(server.dataFolder, 'offprint.db') },
    });
    expect(own.status).toBe(400);
  });

  it('wants a path or a job', async () => {
    for (const body of [{}, { path: '/x', jobId: 'se_0000000000000000' }]) {
      expect((await asAdmin('POST', '/verifications', body)).status).toBe(400);
    }
    expect((await asAdmin('POST', '/verifications', { jobId: 'se_0000000000000000' })).status).toBe(404);
  });
});
