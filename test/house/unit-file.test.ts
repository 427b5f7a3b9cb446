import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it.for(['offprint.service', 'offprint-host.service'])(
  'systemd accepts the unit file %s',
  (name, { skip }) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return skip('there is no systemd-analyze');
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-unit-'));
    try {
      // Its programs have to exist: those of this repository replace those in /opt.
      const unit = fs
        .readFileSync(`deploy/${name}`, 'utf8')
        .replaceAll('/opt/offprint/node_modules/.bin/offprint', `${process.cwd()}/server/cli/offprint.cjs`);
      fs.writeFileSync(path.join(folder, name), unit);
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', path.join(folder, name)], {
        encoding: 'utf8',
      });
      expect(stdout + stderr).toBe('');
      expect(status).toBe(0);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);

it('the unit file lays no mounts over /proc, so that builds can have one of their own', () => {
  const unit = fs.readFileSync('deploy/offprint.service', 'utf8');
  expect(unit).not.toMatch(/^(ProtectKernelTunables|ProtectKernelLogs|ProtectHostname|RestrictNamespaces)=/m);
});
