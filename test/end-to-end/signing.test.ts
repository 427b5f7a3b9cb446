import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PNG } from 'pngjs';
import decodeQR from 'qr/decode.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSecretFile } from '../../server/api/test-support.ts';
import { writeBundle } from '../../server/bundles/archive.test-support.ts';
import type { Trust, TrustedKey, Verification } from '../../server/cli/wire.ts';
import { makeAuthority } from '../stand-ins/certificates.ts';
import { atFileEnd } from '../stand-ins/cleanup.ts';
import {
  dataFolder,
  exportSite,
  makeSite,
  offprint,
  page,
  type Run,
  skipBecause,
  temporaryFolder,
} from '../stand-ins/fixture-site.ts';

/** Signatures, trust and volumes on the command line: two data folders, one on each side of the air gap. */
const site = makeSite({ 'index.html': page('Start', '<a href="a.html">a</a>'), 'a.html': page('A') });
let sender: Side;
let receiver: Side;
let unsigned: string;
let signed: string;

type Side = Readonly<{ data: string; run: (...args: string[]) => Promise<Run> }>;

function side(): Side {
  const data = dataFolder();
  const env = { OFFPRINT_SECRET_FILE: makeSecretFile() };
  return { data, run: (...args) => offprint([...args, '--data', data], { env }) };
}

async function json<T>(at: Side, ...args: string[]): Promise<T> {
  return JSON.parse((await at.run(...args, '--json')).stdout) as T;
}

beforeAll(async () => {
  [sender, receiver] = [side(), side()];
  unsigned = (await exportSite(site, [], { data: sender.data })).out;
  expect((await sender.run('trust', 'create')).code).toBe(0);
  signed = path.join(temporaryFolder(), 'docs.zip');
  const made = await sender.run('export', site, '--out', signed, '--sample-max', '0');
  expect(made.stderr + made.stdout).toContain('Exported');
});

describe('offprint trust', () => {
  it('shows the own key as text, digits and a QR code that readers read', async () => {
    const { stdout, code } = await sender.run('trust');
    expect(code).toBe(0);
    const { ownKey } = await json<Trust>(sender, 'trust');
    expect(stdout).toContain(ownKey?.publicKey.trimEnd());
    expect(stdout.replace(/\s+/g, ' ')).toContain(ownKey?.spokenFingerprint);
    expect(readQrCode(stdout)).toBe(ownKey?.qrText);
  });

  it('says what to do where there is no key', async () => {
    const { stdout, code } = await receiver.run('trust');
    expect([stdout, code]).toEqual([
      expect.stringMatching(
        /^This installation does not sign bundles\. Create a key with: offprint trust create --data \S+\n$/,
      ),
      0,
    ]);
    const { code: refused, stderr } = await receiver.run('sign', unsigned);
    expect(refused).toBe(2);
    expect((await receiver.run('trust', '--pem')).code).toBe(2);
    expect(stderr).toMatch(/has no key to sign bundles with\. Create one: offprint trust create/);
  });

  it('refuses to make a key that would be lost', async () => {
    const { code, stderr } = await offprint(['trust', 'create', '--data', dataFolder()]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/A signing key needs a place to store the master key/);
  });

  it('takes a key across: added, renamed, revoked, removed, each by name or by digits', async () => {
    const { ownKey } = await json<Trust>(sender, 'trust');
    const file = path.join(temporaryFolder(), 'signer.pem');
    fs.writeFileSync(file, (await sender.run('trust', '--pem')).stdout);
    const other = side();
    const added = await other.run('trust', 'add', file, '--name', 'Docs team');
    expect(added.code).toBe(0);
    expect(added.stdout.replace(/\s+/g, ' ')).toContain(ownKey?.spokenFingerprint);
    expect((await other.run('verify', signed)).code).toBe(0);
    expect((await other.run('trust', 'rename', 'Docs team', 'Docs')).code).toBe(0);
    const fingerprint = ownKey?.fingerprint ?? '';
    const revoked = await json<TrustedKey>(
      other,
      'trust',
      'revoke',
      fingerprint.slice(0, 12),
      '--reason',
      'lost',
    );
    expect(revoked).toMatchObject({ name: 'Docs', revokedReason: 'lost' });
    const verified = await other.run('verify', signed);
    expect(verified.code).toBe(17);
    expect(verified.stdout).toMatch(
      /revoked-signer: .* signed by Docs, whose key was revoked on .* \(lost\)/,
    );
    expect((await other.run('trust')).stdout).toMatch(/Docs {2}revoked \d{4}-\d\d-\d\d: lost/);
    expect((await other.run('trust', 'remove', 'Docs')).code).toBe(0);
    expect((await other.run('verify', signed)).code).toBe(16);
    expect((await other.run('trust', 'remove', 'Docs')).stderr).toContain('There is no key Docs.');
    const qr = await other.run('trust', 'add', ownKey?.qrText ?? '', '--name', 'Docs');
    expect(qr.code).toBe(0);
  });
});

describe('offprint verify', () => {
  it('ends with a code of its own for every verdict, and says what to do', async () => {
    const { ownKey } = await json<Trust>(sender, 'trust');
    const bytes = fs.readFileSync(signed);
    const folder = temporaryFolder();
    const written = (name: string, content: Buffer): string => {
      fs.writeFileSync(path.join(folder, name), content);
      return path.join(folder, name);
    };
    const flipped = Buffer.from(bytes);
    flipped[200] = (flipped[200] ?? 0) ^ 1;
    const key = written('signer.pem', Buffer.from(ownKey?.publicKey ?? ''));
    const cases: [verdict: string, code: number, args: string[]][] = [
      ['valid', 0, [signed, '--key', key]],
      ['altered', 6, [written('altered.zip', flipped), '--key', key]],
      ['incomplete', 15, [written('cut.zip', bytes.subarray(0, -100)), '--key', key]],
      ['unknown-signer', 16, [signed]],
      ['unsigned', 18, [unsigned, '--key', key]],
    ];
    const page = written('page.html', Buffer.from('<p>A page.'));
    expect((await receiver.run('verify', page)).stdout).toMatch(
      /Verdict {3}altered: This is not a bundle, or /,
    );
    for (const [verdict, code, args] of cases) {
      const plain = await receiver.run('verify', ...args);
      expect([plain.code, plain.stdout], verdict).toEqual([
        code,
        expect.stringContaining(`Verdict   ${verdict}: `),
      ]);
      expect(plain.stderr === '', verdict).toBe(verdict === 'valid');
      const told = await json<Verification & { intact: boolean }>(receiver, 'verify', ...args);
      expect(told, verdict).toMatchObject({ verdict, whatToDo: expect.stringMatching(/\.|offprint/) });
    }
    expect((await receiver.run('verify', unsigned)).code).toBe(0); // no key is trusted here
    const accepted = await receiver.run('verify', unsigned, '--key', key, '--allow-unsigned');
    expect([accepted.code, accepted.stderr]).toEqual([0, '']); // no warning about an accepted risk
    expect((await receiver.run('verify', signed, '--allow-unsigned')).code).toBe(16);
  });

  it('needs no data folder, and makes none', async () => {
    const nowhere = path.join(temporaryFolder(), 'nowhere');
    expect((await offprint(['verify', signed, '--data', nowhere])).code).toBe(16);
    expect(fs.existsSync(nowhere)).toBe(false);
  });

  it('reads what lies behind an address, whole, and follows redirects where that is asked for', async ({
    skip,
  }) => {
    const authority = makeAuthority();
    if ('why' in authority) skipBecause(skip, authority.why);
    const bytes = fs.readFileSync(signed);
    const answer = (request: http.IncomingMessage, response: http.ServerResponse): void => {
      if (request.url === '/moved.zip') response.writeHead(302, { location: '/docs.zip' }).end();
      else if (request.url === '/loop.zip') response.writeHead(302, { location: '/loop.zip' }).end();
      else if (request.url === '/plain.zip') response.writeHead(302, { location: `${plain}/docs.zip` }).end();
      else if (request.url === '/docs.zip') response.end(bytes);
      else if (request.url === '/cut.zip') response.end(bytes.subarray(0, 500));
      else if (request.url === '/broken.zip') {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 500), () => response.destroy());
      } else response.writeHead(404).end();
    };
    const plain = await listening(http.createServer(answer), 'http');
    const secure = await listening(
      https.createServer({ ...authority.certify('IP:127.0.0.1') }, answer),
      'https',
    );
    const verify = (address: string, ...args: string[]) => sender.run('verify', address, ...args);

    expect((await verify(`${plain}/docs.zip`)).code).toBe(0);
    expect((await verify(`${plain}/cut.zip`)).code).toBe(15);
    expect((await verify(`${plain}/broken.zip`)).code).toBe(8);
    expect((await verify(`${plain}/gone.zip`)).stderr).toMatch(/returned HTTP 404\. Check the address/);
    const moved = await verify(`${plain}/moved.zip`);
    expect([moved.code, moved.stderr]).toEqual([
      8,
      expect.stringMatching(/Use that address, or add --follow-redirects/),
    ]);
    expect((await verify(`${plain}/moved.zip`, '--follow-redirects')).code).toBe(0);
    expect((await verify(`${plain}/loop.zip`, '--follow-redirects')).stderr).toMatch(
      /redirects more than 5 times/,
    );
    expect((await verify(`${secure}/docs.zip`)).code).toBe(8);
    expect((await verify(`${secure}/docs.zip`, '--ca', authority.file)).code).toBe(0);
    const down = await verify(`${secure}/plain.zip`, '--ca', authority.file, '--follow-redirects');
    expect([down.code, down.stderr]).toEqual([
      8,
      expect.stringMatching(/redirects to an address that does not use https\./),
    ]);
  });
});

describe('offprint sign', () => {
  it('makes of an unsigned bundle what the export would have made with the key', async () => {
    const copy = path.join(temporaryFolder(), 'docs.zip');
    fs.copyFileSync(unsigned, copy);
    fs.copyFileSync(`${unsigned}.json`, `${copy}.json`);
    const { code, stdout } = await sender.run('sign', copy);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Signed {4}.*docs\.zip/)]);
    expect(sha256Of(copy)).toBe(sha256Of(signed));
    expect(JSON.parse(fs.readFileSync(`${copy}.json`, 'utf8'))).toMatchObject({
      sha256: sha256Of(copy),
      sizeBytes: fs.statSync(copy).size,
      domain: expect.any(String),
    });
  });

  it('refuses what was altered, and leaves it as it is', async () => {
    const file = path.join(temporaryFolder(), 'docs.zip');
    await writeBundle(file, { 'index.html': '<p>altered' }, 'zip', { digest: 'x' });
    const before = sha256Of(file);
    const { code, stderr } = await sender.run('sign', file);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/has changed since it was packed, so it was not signed/);
    expect(sha256Of(file)).toBe(before);
  });
});

describe('offprint split and join', () => {
  it('carry a bundle in volumes, verified on the way', async () => {
    const folder = temporaryFolder();
    const split = await sender.run('split', signed, '--size', '2kB', '--out', folder);
    expect([split.code, split.stdout]).toEqual([0, expect.stringMatching(/docs\.zip\.001 +2,000 /)]);
    const descriptor = path.join(folder, 'docs.zip.volumes.json');
    for (const given of [descriptor, path.join(folder, 'docs.zip.001')])
      expect((await sender.run('verify', given)).code).toBe(0);
    const out = path.join(temporaryFolder(), 'joined.zip');
    expect((await receiver.run('join', path.join(folder, 'docs.zip.002'), '--out', out)).code).toBe(0);
    expect(sha256Of(out)).toBe(sha256Of(signed));

    fs.rmSync(path.join(folder, 'docs.zip.002'));
    const again = await receiver.run('join', descriptor);
    expect([again.code, again.stderr]).toEqual([15, expect.stringMatching(/docs\.zip\.002 is missing/)]);
    const verified = await sender.run('verify', descriptor);
    expect([verified.code, verified.stdout]).toEqual([
      15,
      expect.stringMatching(/docs\.zip\.002 is missing/),
    ]);
    expect(fs.existsSync(path.join(folder, 'docs.zip'))).toBe(false);
  });

  it('refuse sizes, folders and files that are none', async () => {
    const file = path.join(temporaryFolder(), 'docs.zip');
    fs.copyFileSync(signed, file);
    for (const args of [
      ['split', file, '--size', 'big'],
      ['split', file, '--size', '0'],
      ['split', file, '--size', '1'],
      ['split', file, '--out', '/nowhere'],
      ['split', `${file}.gone`],
      ['join', file],
      ['join', `${file}.001`],
    ]) {
      expect((await receiver.run(...args)).code, args.join(' ')).toBe(2);
    }
    expect(fs.readdirSync(path.dirname(file))).toEqual(['docs.zip']);
  });
});

async function listening(server: http.Server | https.Server, protocol: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Reads the code like a phone from a dark terminal: the blocks are light. */
function readQrCode(text: string): string {
  const lines = text.split('\n').filter((line) => /^[█▀▄ ]{20,}$/.test(line));
  const width = lines[0]?.length ?? 0;
  const scale = 4;
  const picture = new PNG({ width: width * scale, height: lines.length * 2 * scale });
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const cell = lines[Math.floor(y / scale / 2)]?.[Math.floor(x / scale)] ?? ' ';
      const isUpper = Math.floor(y / scale) % 2 === 0;
      const isLight = cell === '█' || cell === (isUpper ? '▀' : '▄');
      picture.data.fill(isLight ? 255 : 0, (y * picture.width + x) * 4, (y * picture.width + x) * 4 + 3);
      picture.data[(y * picture.width + x) * 4 + 3] = 255;
    }
  }
  return decodeQR({ width: picture.width, height: picture.height, data: picture.data });
}

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
