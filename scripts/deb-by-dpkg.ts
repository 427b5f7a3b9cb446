#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Builds a Debian package with dpkg-deb from the options that electron-builder passes to fpm, so that nothing has to be
 * downloaded. electron-builder starts it if CUSTOM_FPM_PATH names it. Unknown options are an error.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: 'boolean' },
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    d: { type: 'string', short: 'd', multiple: true },
    'deb-recommends': { type: 'string', multiple: true },
    'deb-compression': { type: 'string', default: 'xz' },
    'deb-priority': { type: 'string', default: 'optional' },
    architecture: { type: 'string' },
    'after-install': { type: 'string', default: '' },
    'after-remove': { type: 'string', default: '' },
    description: { type: 'string', default: '' },
    version: { type: 'string' },
    package: { type: 'string', default: '' },
    name: { type: 'string' },
    maintainer: { type: 'string' },
    vendor: { type: 'string' },
    url: { type: 'string' },
    license: { type: 'string' },
    category: { type: 'string', default: 'default' },
  },
});
if (values.t !== 'deb') {
  throw new Error(
    `A package of the format ${values.t} needs fpm: unset CUSTOM_FPM_PATH, or set it to that program.`,
  );
}

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-deb-'));
try {
  for (const pair of positionals) {
    const [from = '', to = ''] = pair.split('=');
    const place = path.join(root, to);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    // A trailing slash means the folder's content.
    fs.cpSync(from, place, { recursive: true, verbatimSymlinks: true });
  }
  const sizeBytes = openToAll(root);
  const control = path.join(root, 'DEBIAN');
  fs.mkdirSync(control, { mode: 0o755 });
  for (const [name, file] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ] as const) {
    if (file) fs.copyFileSync(file, path.join(control, name));
    if (file) fs.chmodSync(path.join(control, name), 0o755);
  }
  const [synopsis = '', ...rest] = values.description.split('\n').map((line) => line.trim());
  const fields = {
    Package: values.name,
    Version: values.version,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    'Installed-Size': Math.ceil(sizeBytes / 1024),
    Depends: values.d?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: [synopsis, ...rest.map((line) => ` ${line || '.'}`)].join('\n'),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  fs.writeFileSync(path.join(control, 'control'), `${lines.join('\n')}\n`, { mode: 0o644 });
  const level = process.env.ELECTRON_BUILDER_COMPRESSION_LEVEL;
  const compression = { gz: 'gzip', zst: 'zstd' }[values['deb-compression']] ?? values['deb-compression'];
  const args = ['--root-owner-group', `-Z${compression}`, ...(level ? [`-z${level}`] : [])];
  execFileSync('dpkg-deb', ['--build', ...args, root, values.package], { stdio: 'inherit' });
} finally {
  fs.rmSync(root, { recursive: true });
}

/** Makes files readable for everybody, whatever the umask is: root installs them. @returns the size of all files */
function openToAll(folder: string): number {
  fs.chmodSync(folder, 0o755);
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    const place = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) return sum;
    const { mode, size } = fs.statSync(place);
    fs.chmodSync(place, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
    return entry.isFile() ? sum + size : sum;
  }, 0);
}
