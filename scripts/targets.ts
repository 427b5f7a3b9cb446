import fs from 'node:fs';
import path from 'node:path';

/** A system and processor that the desktop app is packaged for. */
export type Target = Readonly<{
  /** Name in electron-builder: `${os}-${arch}`. */
  name: string;
  os: 'linux' | 'win' | 'mac';
  platform: 'linux' | 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
  /** Package formats, as electron-builder names them. */
  formats: readonly string[];
  /** Package with the addon for the keychain. */
  keyring: string;
  /** Archive of Chrome for Testing; undefined if the browser comes from an npm package. */
  chromium?: string;
}>;

const FORMATS: Readonly<Record<Target['os'], readonly string[]>> = {
  linux: ['AppImage', 'deb', 'rpm', 'tar.gz'],
  win: ['nsis', 'zip'],
  mac: ['dmg', 'zip'],
};

export const TARGETS: readonly Target[] = [
  target('linux', 'linux', 'x64', 'linux-x64-gnu'),
  target('linux', 'linux', 'arm64', 'linux-arm64-gnu', 'linux-arm64'),
  target('win', 'win32', 'x64', 'win32-x64-msvc', 'win64'),
  target('win', 'win32', 'arm64', 'win32-arm64-msvc', 'win64'), // no build for this processor: Windows emulates x64
  target('mac', 'darwin', 'x64', 'darwin-x64', 'mac-x64'),
  target('mac', 'darwin', 'arm64', 'darwin-arm64', 'mac-arm64'),
];

/** @throws Error that names all targets */
export function targetOf(name: string | undefined): Target {
  const found = TARGETS.find((one) => one.name === name);
  if (found) return found;
  throw new Error(
    `There is no target ${name || '(none named)'}: take one of ${TARGETS.map((one) => one.name).join(', ')}.`,
  );
}

/**
 * Rejects packages for macOS on other systems, which cannot sign them.
 * @param system where they are to be built
 * @throws Error that says so
 */
export function assertPackagedHere({ name, os }: Target, system: NodeJS.Platform = process.platform): void {
  if (os === 'mac' && system !== 'darwin')
    throw new Error(`${name} can be packaged only on macOS: run this command on a Mac.`);
}

/** Version and archive of Electron to package: those of the npm package `electron`. */
export function electronRelease(
  root: string,
  { platform, arch }: Target,
): { version: string; archive: string } {
  const manifest = path.join(root, 'node_modules/electron/package.json');
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string };
  return { version, archive: `electron-v${version}-${platform}-${arch}.zip` };
}

function target(
  os: Target['os'],
  platform: Target['platform'],
  arch: Target['arch'],
  addon: string,
  browser?: string,
): Target {
  return {
    name: `${os}-${arch}`,
    os,
    platform,
    arch,
    formats: FORMATS[os],
    keyring: `@napi-rs/keyring-${addon}`,
    ...(browser !== undefined && { chromium: `chrome-headless-shell-${browser}.zip` }),
  };
}
