import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { suppliedChange } from './export.ts';

it('offprint export --supplied names the folder of the origin, resolved where it is on this computer', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-supplied-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const origin = { kind: 'directory', folder: '/srv/docs' } as const;
  const here = { local: () => ({ isOwn: true }) } as never;
  const elsewhere = { local: () => undefined } as never;
  const supplied = path.relative('.', folder);
  expect(suppliedChange(here, origin, {})).toEqual({});
  expect(suppliedChange(here, origin, { supplied })).toEqual({
    origin: { ...origin, supplied: fs.realpathSync(folder) },
  });
  expect(suppliedChange(elsewhere, origin, { supplied: '/srv/x' })).toEqual({
    origin: { ...origin, supplied: '/srv/x' },
  });
  expect(() => suppliedChange(here, origin, { supplied: path.join(folder, 'none') })).toThrow(/none/);
  const live = { kind: 'url', url: 'https://docs.example.test/' } as never;
  expect(() => suppliedChange(here, live, { supplied })).toThrow('live site');
});
