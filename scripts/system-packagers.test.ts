import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { preferSystemPackagers } from './system-packagers.ts';

const programs = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-packagers-'));
afterAll(() => fs.rmSync(programs, { recursive: true }));
fs.writeFileSync(path.join(programs, 'dpkg-deb'), '');
fs.writeFileSync(path.join(programs, '7zz'), '');

const chosen = (formats: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  preferSystemPackagers('/repository', formats, env);
  return env;
};

it('makes a deb with dpkg-deb and archives with 7zz where the system has them', () => {
  expect(chosen(['deb'], { PATH: `/nowhere${path.delimiter}${programs}` })).toMatchObject({
    CUSTOM_FPM_PATH: path.join('/repository', 'scripts/deb-by-dpkg.ts'),
    ELECTRON_BUILDER_7ZIP_PATH: path.join(programs, '7zz'),
  });
});

it.each<[string, readonly string[], NodeJS.ProcessEnv]>([
  ['an rpm is made too, which needs fpm', ['deb', 'rpm'], { PATH: programs }],
  ['no deb is made', ['AppImage'], { PATH: programs }],
  ['the system has no dpkg-deb', ['deb'], { PATH: '/nowhere' }],
])('leaves the deb to fpm where %s', (_, formats, env) => {
  expect(chosen(formats, env)).not.toHaveProperty('CUSTOM_FPM_PATH');
});

it('keeps programs that the environment names', () => {
  const named = { PATH: programs, CUSTOM_FPM_PATH: '/opt/fpm', ELECTRON_BUILDER_7ZIP_PATH: '/opt/7zz' };
  expect(chosen(['deb'], { ...named })).toEqual(named);
});
