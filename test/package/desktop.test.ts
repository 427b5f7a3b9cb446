import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { extractAll, getRawHeader, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { fetchChromium, fetchKeyring, usualVendor, type Vendor } from '../../scripts/fetch-vendor.ts';
import { packageDesktop } from '../../scripts/package-desktop.ts';
import { signRelease } from '../../scripts/sign-release.ts';
import { type Target, targetOf } from '../../scripts/targets.ts';
import { writeArchive } from '../../server/bundles/archive.test-support.ts';
import { buildInterface, closeChromium, launchApp } from '../interface/launch.ts';
import { ROOT } from '../stand-ins/built.ts';
import { skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { electronStub } from './electron-stub.ts';
import { isOffline } from './offline.ts';
import { scratchRoot, whyNoScratchRoot } from './scratch-root.ts';
import { folderSize, megabytes } from './sizes.ts';

const run = promisify(execFile);
/** Kept between runs: unpacking the browser takes three seconds. */
const VENDOR: Vendor = { ...usualVendor(ROOT, 'check'), folder: path.join(ROOT, 'test/artefacts/vendor') };

afterAll(closeChromium);

/**
 * Packages for a target on a stub of Electron.
 * @returns the folder with the packages and `…-unpacked`
 */
async function packaged(name: string, formats: string[], vendor: Vendor): Promise<string> {
  const target = targetOf(name);
  const folder = temporaryFolder('release');
  const electronDist = electronStub(temporaryFolder('electron'), name.startsWith('win') ? 'win32' : 'linux');
  process.env.ELECTRON_BUILDER_COMPRESSION_LEVEL = '1';
  const config = { electronDist, directories: { output: folder }, deb: { compression: 'gz' } } as const;
  await packageDesktop(ROOT, target, formats, config, vendor);
  for (const file of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, file.name);
    const bytes = file.isDirectory() ? folderSize(place) : fs.statSync(place).size;
    console.info(`${name}: ${file.name} ${megabytes(bytes)}`);
    for (const part of file.isDirectory() ? fs.readdirSync(path.join(place, 'resources')) : []) {
      const inside = path.join(place, 'resources', part);
      const size = fs.statSync(inside).isDirectory() ? folderSize(inside) : fs.statSync(inside).size;
      console.info(`${name}:   resources/${part} ${megabytes(size)}`);
    }
  }
  return folder;
}

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .sort();
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Packages for docs.json sites that highlight code, run code of repositories and render icons and formulas, with their
 * dependencies.
 */
const DOCS_SITE_PACKAGES =
  '@fontsource-variable/inter|@iconify-json/[a-z0-9-]+|@jitl/[a-z-]+|@jridgewell/[a-z-]+|@shikijs/[a-z-]+|@ungap/structured-clone|ccount|character-entities-[a-z0-9]+|comma-separated-tokens|dequal|devlop|hast-util-[a-z-]+|html-void-elements|katex|lines-and-columns|mdast-util-to-hast|micromark-util-[a-z-]+|oniguruma-(parser|to-es)|property-information|regex(-recursion|-utilities)?|shiki|space-separated-tokens|stringify-entities|sucrase|trim-lines|ts-interface-checker|unist-util-[a-z-]+|vfile(-message)?|zwitch';
/** Content of the app's archive: programs, pages, examples, packages; no sources, tests or maps. */
const IN_ARCHIVE = new RegExp(
  `^/(main/(main|utility-entry)\\.js|preload/dist/preload\\.cjs|renderer/dist/.+|server/code-digest|server/(backup|chunks|cli|compare|docs-site|exports|hosting|retention|secrets|store|writer)/.+|examples/(handbook|agent-tasks)/.+|node_modules/(piscina|better-sqlite3|@orama/stemmers|@napi-rs/keyring(-[a-z0-9-]+)?|${DOCS_SITE_PACKAGES})/.+|package\\.json|packaged-files\\.json)$`,
);
// Three packages are loaded from their source folder.
const NEVER =
  /\.(ts|map|pdb)$|\.test\.|\/fixtures\/|\/\.env|\/deps\/|(?<!\/regex(-recursion|-utilities)?)\/src\//;

/** Checks what both systems have in common. */
function checkArchive(resources: string, addons: readonly string[]): void {
  const archive = path.join(resources, 'app.asar');
  const listed = listPackage(archive, { isPack: false });
  const files = listed.filter((file) => !listed.some((other) => other.startsWith(`${file}/`)));
  expect(files.filter((file) => !IN_ARCHIVE.test(file) || NEVER.test(file))).toEqual([]);
  expect(filesIn(`${archive}.unpacked`)).toEqual(addons);
  const needed = [
    '/main/main.js',
    '/server/writer/main.js',
    '/server/backup/snapshot-thread.js',
    '/server/code-digest',
    '/server/exports/threads/thread.js',
    '/renderer/dist/index.html',
  ];
  expect(files).toEqual(expect.arrayContaining(needed));
}

async function checkFuses(program: string): Promise<void> {
  const wire = await getCurrentFuseWire(program);
  const [on, off] = [FuseState.ENABLE, FuseState.DISABLE];
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: off,
    [FuseV1Options.EnableCookieEncryption]: off,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
    [FuseV1Options.EnableNodeCliInspectArguments]: off,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
    [FuseV1Options.OnlyLoadAppFromAsar]: on,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
  });
}

describe('for Linux', () => {
  let release: string;
  let resources: string;
  /** Its archive as a folder, at the same place below `resources/`, because plain Node cannot read archives. */
  let app: string;
  beforeAll(async () => {
    buildInterface();
    release = await packaged('linux-x64', ['dir', 'deb', 'tar.gz'], VENDOR);
    resources = path.join(release, 'linux-unpacked/resources');
    const copied = path.join(temporaryFolder(), 'resources');
    app = path.join(copied, 'app');
    extractAll(path.join(resources, 'app.asar'), app);
    fs.symlinkSync(path.join(resources, 'chromium'), path.join(copied, 'chromium'), 'dir');
  });

  it('has what is used', () => {
    checkArchive(resources, [
      'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node',
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ]);
    const beside = filesIn(path.dirname(resources)).filter(
      (name) => !/^resources\/(app\.asar|chromium)/.test(name),
    );
    expect(beside).toEqual([
      'LICENSE.electron.txt',
      'LICENSES.chromium.html',
      'chrome-sandbox',
      'chrome_crashpad_handler',
      'locales/en-US.pak',
      'offprint',
      'resources/LICENSE.txt',
      'resources/apparmor-profile',
      'resources/sbom.cdx.json',
      'resources/third-party-licences.txt',
      'version',
    ]);
  });

  it('has its fuses set', () => checkFuses(path.join(release, 'linux-unpacked/offprint')));

  it('has addons for Linux', () => {
    for (const file of filesIn(path.join(resources, 'app.asar.unpacked'))) {
      const start = fs.readFileSync(path.join(resources, 'app.asar.unpacked', file)).subarray(0, 4);
      expect(start.toString('latin1')).toBe('\x7fELF');
    }
  });

  it('knows the hash of every file of its browser', () => {
    const known = JSON.parse(fs.readFileSync(path.join(app, 'packaged-files.json'), 'utf8'));
    const names = filesIn(path.join(resources, 'chromium')).map((name) => `chromium/${name}`);
    expect(Object.keys(known).sort()).toEqual(names);
    for (const name of names) expect(sha256(fs.readFileSync(path.join(resources, name)))).toBe(known[name]);
    const pinned = JSON.parse(fs.readFileSync('scripts/vendor-hashes.json', 'utf8')).sha256;
    expect(known['chromium/chromium']).toBe(pinned['chromium of @sparticuz/chromium']);
  });

  it('exports under Node, with the browser that is packaged', async () => {
    const program = path.join(app, 'server/cli/offprint.cjs');
    const out = path.join(temporaryFolder(), 'handbook.zip');
    const data = path.join(temporaryFolder(), 'data'); // with no browser unpacked in it
    const args = ['export', path.join(app, 'examples/handbook'), '--out', out, '--data', data];
    const { stdout } = await run(process.execPath, [program, ...args, '--sample-max', '4']);
    expect(stdout).toMatch(/Verified {2}passed: 4 of 30 pages opened offline/);
    expect(fs.existsSync(path.join(data, 'browser'))).toBe(false);
  });

  it('makes the site of a docs.json of the packages that it carries', async () => {
    const site = temporaryFolder();
    const config = {
      name: 'Docs',
      theme: 'mint',
      colors: { primary: '#123456' },
      navigation: { pages: ['index'] },
    };
    const page = [
      '---\ntitle: Start\nicon: rocket\n---\n',
      'export const Twice = ({ children }) => <b>{children}{children}</b>;\n',
      '<Card title="Card" icon="book"><Twice>{1 + 1}</Twice></Card>\n',
      'Inline $a^2$.\n',
      '```js\nconst one = 1;\n```\n',
    ];
    fs.writeFileSync(path.join(site, 'docs.json'), JSON.stringify(config));
    fs.writeFileSync(path.join(site, 'index.mdx'), page.join('\n'));
    const out = path.join(temporaryFolder(), 'docs.zip');
    const args = [
      'export',
      site,
      '--out',
      out,

      '--data',
      path.join(temporaryFolder(), 'data'),
    ];
    await run(process.execPath, [
      path.join(app, 'server/cli/offprint.cjs'),
      ...args,
      '--sample-max',
      '0',
      '--sample-min',
      '0',
    ]);
    const { stdout: html } = await run('unzip', ['-p', out, 'index.html']);
    expect(html).toContain('<b>22</b>');
    expect(html).toMatch(/class="katex"/);
    expect(html).toMatch(/<span class="k[0-9a-f]+">const</);
    expect(html).toContain('<svg');
  });

  it('opens its window on the stand-in for Electron', async () => {
    const shown = await launchApp({ shell: 'desktop', entry: path.join(app, 'main/main.js') });
    try {
      expect(await shown.page.locator('main h1').textContent()).toBeTruthy();
      expect(shown.complaints).toEqual([]);
    } finally {
      await shown.close();
    }
  });

  it('unpacks from the tarball with its modes', async () => {
    const folder = temporaryFolder();
    const tarball = fs.readdirSync(release).find((name) => name.endsWith('.tar.gz')) ?? '';
    await run('tar', ['-xzf', path.join(release, tarball), '-C', folder]);
    const [top = ''] = fs.readdirSync(folder);
    expect(filesIn(path.join(folder, top))).toEqual(filesIn(path.join(release, 'linux-unpacked')));
    for (const program of ['offprint', 'resources/chromium/chromium']) {
      expect(fs.statSync(path.join(folder, top, program)).mode & 0o777).toBe(0o755);
    }
  });

  it('is signed so that OpenSSL and sha256sum can check it', async () => {
    const [key, signer] = ['key.pem', 'signer.pem'].map((name) => path.join(temporaryFolder(), name));
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', `${key}`]);
    await run('openssl', ['pkey', '-in', `${key}`, '-pubout', '-out', `${signer}`]);
    await signRelease(`${key}`, release);
    const verify = ['pkeyutl', '-verify', '-pubin', '-inkey', `${signer}`, '-rawin', '-in', 'SHA256SUMS'];
    const checkIt = async () => {
      await run('openssl', [...verify, '-sigfile', 'SHA256SUMS.sig'], { cwd: release });
      return (await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release })).stdout;
    };
    expect(await checkIt()).toMatch(/^offprint-1.*\.tar\.gz: OK\noffprint_1.*\.deb: OK\n$/);
    fs.appendFileSync(path.join(release, 'SHA256SUMS'), '0');
    await expect(checkIt()).rejects.toMatchObject({ stdout: 'Signature Verification Failure\n' });
  });

  it('is installed and removed as a package of Debian', ({ skip }) => {
    const whyNot = whyNoScratchRoot();
    if (whyNot !== undefined) return skipBecause(skip, whyNot);
    const root = temporaryFolder('root');
    const dpkg = scratchRoot(root);
    const before = filesIn(root);
    dpkg(
      '--install',
      path.join(release, fs.readdirSync(release).find((name) => name.endsWith('.deb')) ?? ''),
    );
    const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
    const entry = read('usr/share/applications/offprint.desktop');
    expect(entry).toMatch(/^Exec=\/opt\/Offprint\/offprint %U$/m);
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/offprint;$/m);
    expect(entry).toMatch(/^StartupWMClass=offprint$/m);
    expect(entry).toMatch(/^Icon=offprint$/m);
    for (const size of ['16x16', '48x48', '256x256']) {
      const icon = fs.readFileSync(path.join(root, `usr/share/icons/hicolor/${size}/apps/offprint.png`));
      expect(icon.equals(fs.readFileSync(`build/icons/${size}.png`))).toBe(true);
    }
    expect(read('opt/Offprint/resources/apparmor-profile')).toContain('"/opt/Offprint/resources/chromium/');
    expect(fs.readlinkSync(path.join(root, 'usr/bin/offprint'))).toBe('/opt/Offprint/offprint');
    for (const name of filesIn(path.join(root, 'opt'))) {
      const { mode, uid } = fs.statSync(path.join(root, 'opt', name));
      expect([name, mode & 0o022, mode & 0o444, uid]).toEqual([name, 0, 0o444, 0]);
    }
    dpkg('--purge', 'offprint');
    const left = filesIn(root).filter((name) => !before.includes(name) && !name.startsWith('var/'));
    expect(left).toEqual([]);
  });
});

/**
 * Npm installs the keychain addon of its own system only, and none without a network: this makes a placeholder in its
 * form, with a lock file that has its hash.
 */
function withAddonStandIn(vendor: Vendor, { keyring }: Target): Vendor {
  const addon = temporaryFolder('addon');
  const folder = path.join(addon, 'package');
  fs.mkdirSync(folder);
  const [, name = ''] = keyring.split('/keyring-');
  fs.writeFileSync(path.join(folder, `keyring.${name}.node`), 'MZ');
  const locked = JSON.parse(fs.readFileSync(vendor.lock, 'utf8'));
  const entry = locked.packages[`node_modules/${keyring}`];
  const about = { name: keyring, version: entry.version, license: entry.license };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(about));
  const tarballs = path.join(vendor.folder, 'npm');
  fs.mkdirSync(tarballs, { recursive: true });
  const tarball = path.join(tarballs, `${keyring.slice(1).replace('/', '-')}-${entry.version}.tgz`);
  execFileSync('tar', ['-czf', tarball, '-C', addon, 'package']);
  entry.integrity = `sha512-${createHash('sha512').update(fs.readFileSync(tarball)).digest('base64')}`;
  const lock = path.join(addon, 'package-lock.json');
  fs.writeFileSync(lock, JSON.stringify(locked));
  return { ...vendor, lock };
}

describe('for Windows', () => {
  const target = targetOf('win-x64');
  let unpacked: string;
  let vendor: Vendor;
  beforeAll(async () => {
    // Its browser is not available here: a server responds with an archive in its form.
    const archive = path.join(temporaryFolder(), 'browser.zip');
    const folder = 'chrome-headless-shell-win64';
    const files = { [`${folder}/chrome-headless-shell.exe`]: 'MZ', [`${folder}/locales/en-US.pak`]: 'texts' };
    await writeArchive(archive, 'zip', files);
    const server = http.createServer((_, response) => response.end(fs.readFileSync(archive))).listen(0);
    vi.stubEnv('CHROMIUM_MIRROR', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const hashes = path.join(temporaryFolder(), 'vendor-hashes.json');
    fs.copyFileSync(VENDOR.hashes, hashes);
    vendor = { ...VENDOR, folder: path.join(VENDOR.folder, 'windows'), hashes };
    fs.rmSync(vendor.folder, { recursive: true, force: true });
    await expect(fetchChromium({ ...vendor, how: 'fetch' }, target)).rejects.toThrow('has no SHA-256 of');
    await fetchChromium({ ...vendor, how: 'record' }, target);
    if (isOffline) vendor = withAddonStandIn(vendor, target);
    fetchKeyring({ ...vendor, how: 'fetch' }, target);
    server.close();
    unpacked = path.join(await packaged('win-x64', ['dir', 'zip'], vendor), 'win-unpacked');
  });

  it('takes nothing from vendor/ that is not what was recorded', async () => {
    const archive = fs.readdirSync(vendor.folder).find((name) => name.endsWith('.zip')) ?? '';
    fs.appendFileSync(path.join(vendor.folder, archive), 'x');
    await expect(fetchChromium(vendor, target)).rejects.toThrow(`${archive} has the SHA-256`);
    await expect(fetchChromium(vendor, target)).rejects.toThrow(`${archive} is missing: node scripts/`);
    fs.appendFileSync(fetchKeyring(vendor, target), 'x');
    expect(() => fetchKeyring(vendor, target)).toThrow('was not what package-lock.json says');
  });

  it('has its browser', () => {
    const names = filesIn(path.join(unpacked, 'resources/chromium'));
    expect(names).toEqual(['chrome-headless-shell.exe', 'locales/en-US.pak']);
  });

  it('has what is used, and addons for Windows', () => {
    const addons = [
      'node_modules/@napi-rs/keyring-win32-x64-msvc/keyring.win32-x64-msvc.node',
      'node_modules/better-sqlite3/prebuilds/win32-x64.node',
    ];
    checkArchive(path.join(unpacked, 'resources'), addons);
    for (const file of addons) {
      const start = fs.readFileSync(path.join(unpacked, 'resources/app.asar.unpacked', file)).subarray(0, 2);
      expect(start.toString('latin1')).toBe('MZ');
    }
  });

  it('has its fuses set', () => checkFuses(path.join(unpacked, 'Offprint.exe')));

  it('is zipped whole', async () => {
    const release = path.dirname(unpacked);
    const name = fs.readdirSync(release).find((file) => file.endsWith('.zip')) ?? '';
    const zip: ZipFile = await openPromise(path.join(release, name));
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry() as AsyncIterable<Entry>) names.push(fileName);
    expect(names.filter((one) => !one.endsWith('/')).sort()).toEqual(filesIn(unpacked));
  });

  it('carries the hash of its archive in its program', () => {
    const { headerString } = getRawHeader(path.join(unpacked, 'resources/app.asar'));
    const program = NtExecutable.from(fs.readFileSync(path.join(unpacked, 'Offprint.exe')));
    const { entries } = NtExecutableResource.from(program);
    const integrity = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
    expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString('utf8'))).toEqual([
      { file: 'resources\\app.asar', alg: 'SHA256', value: sha256(headerString) },
    ]);
  });
});
