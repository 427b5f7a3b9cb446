import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { buildInterface } from './build-interface.ts';
import { buildServer } from './build-server.ts';
import { copyPackages } from './copy-packages.ts';
import { fetchChromium, fetchElectron, fetchKeyring, usualVendor, type Vendor } from './fetch-vendor.ts';
import { BROWSER, PACKAGES } from './published-manifest.ts';
import { preferSystemPackagers } from './system-packagers.ts';
import { assertPackagedHere, electronRelease, type Target, targetOf } from './targets.ts';
import { writeThirdParty } from './third-party.ts';

const PLATFORMS = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC };

/** Parts of packages for compilers, command lines and unused features (thread priorities, other fonts). */
const NOT_LOADED = new RegExp(
  [
    'better-sqlite3/(deps|src|binding\\.gyp)',
    'node-addon-api',
    '@napi-rs/nice',
    'piscina/(?!dist|LICENSE|package\\.json)',
    '(.*/)?[^/]+\\.([cm]?ts|map)$',
    '@types/',
    '@iconify/types',
    '@jridgewell/[^/]+/src',
    // The command line of sucrase.
    '(commander|mz|thenify|thenify-all|any-promise|object-assign|pirates|tinyglobby|fdir|picomatch)(/|$)',
    'katex/(?!dist$|dist/fonts$|dist/(katex\\.mjs|katex\\.min\\.css|fonts/[^/]+\\.woff2)$|LICENSE$|package\\.json$)',
    '@fontsource-variable/inter/(?!files$|files/inter-latin-wght-normal\\.woff2$|LICENSE$|package\\.json$)',
  ]
    .map((part) => `^node_modules/${part}`)
    .join('|'),
);

/**
 * Packages the desktop app for one target, as configured in electron-builder.yml. Uses only what is in `vendor/`, after
 * comparing it with its hashes. Run as a program: `npm run package -- <target> [--format deb]…`, by default with all
 * formats of the target (targets.ts).
 * @param config overrides electron-builder.yml
 * @param vendor files from `fetch-vendor.ts`; Electron is not needed there if `config` provides it
 * @returns paths of the packages
 */
export async function packageDesktop(
  root: string,
  target: Target,
  formats: readonly string[] = target.formats,
  config: Configuration = {},
  vendor: Vendor = usualVendor(root, 'check'),
): Promise<string[]> {
  assertPackagedHere(target);
  if (config.electronDist === undefined) await fetchElectron(root, vendor, target);
  const files = await stage(root, path.join(root, 'dist-desktop'), vendor, target);
  process.env.OFFPRINT_VENDOR = path.relative(root, vendor.folder);
  preferSystemPackagers(root, formats);
  return build({
    projectDir: root,
    targets: PLATFORMS[target.os].createTarget([...formats], Arch[target.arch]),
    publish: 'never',
    config: {
      electronVersion: electronRelease(root, target).version,
      electronDist: path.join(vendor.folder, 'electron'),
      ...config,
      directories: { app: 'dist-desktop', buildResources: 'build', ...config.directories },
      afterPack: ({ appOutDir, packager }) => checkResources(packager.getResourcesDir(appOutDir), files),
    },
  });
}

/**
 * Checks all resources, since electron-builder skips missing ones with just a note.
 * @throws Error that names the first one
 */
function checkResources(folder: string, files: readonly string[]): void {
  for (const file of [...files, 'third-party-licences.txt', 'sbom.cdx.json', 'LICENSE.txt']) {
    if (!fs.existsSync(path.join(folder, file))) throw new Error(`${file} is missing in ${folder}.`);
  }
}

/**
 * Creates the folder that becomes the archive of the app.
 * @returns the files next to it, as paths below `resources/`
 */
async function stage(root: string, folder: string, vendor: Vendor, target: Target): Promise<string[]> {
  await buildInterface(root);
  await buildServer(root, folder, { desktop: true });
  for (const part of ['renderer/dist', 'preload/dist']) {
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  const names = PACKAGES.filter((name) => name !== BROWSER);
  copyPackages(root, folder, names, (file) => !NOT_LOADED.test(file) && !isOfAnother(file, target));
  addKeyring(folder, vendor, target);
  writeThirdParty(root, folder);
  const hashes = chromiumHashes(await fetchChromium(vendor, target));
  fs.writeFileSync(path.join(folder, 'packaged-files.json'), JSON.stringify(hashes));
  return Object.keys(hashes);
}

/** Whether a file is native code for another system or processor. */
function isOfAnother(file: string, { platform, arch, keyring }: Target): boolean {
  const addon = /^node_modules\/(@napi-rs\/keyring-[^/]+)/.exec(file)?.[1];
  if (addon !== undefined) return addon !== keyring;
  const prebuilt = /^node_modules\/better-sqlite3\/prebuilds\/(.+)\.node$/.exec(file)?.[1];
  return prebuilt !== undefined && prebuilt !== `${platform}-${arch}`;
}

/** Adds the keychain addon of the target if npm did not install it. */
function addKeyring(folder: string, vendor: Vendor, target: Target): void {
  const place = path.join(folder, 'node_modules', target.keyring);
  if (fs.existsSync(place)) return;
  fs.mkdirSync(place, { recursive: true });
  const tarball = fetchKeyring(vendor, target);
  execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
}

/** SHA-256 of every file of the browser, by its path below `resources/` (server/exports/chromium/packaged.ts). */
function chromiumHashes(folder: string): Record<string, string> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'unpacked.json')
    .map(({ parentPath, name: file }) => path.join(parentPath, file));
  return Object.fromEntries(
    files.sort().map((file) => {
      const place = path.relative(folder, file).split(path.sep).join('/');
      return [`chromium/${place}`, createHash('sha256').update(fs.readFileSync(file)).digest('hex')];
    }),
  );
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { format: { type: 'string', multiple: true } },
    });
    const made = await packageDesktop(root, targetOf(positionals[0]), values.format);
    for (const file of made) process.stdout.write(`${file}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
