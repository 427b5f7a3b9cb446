import { describe, expect, it } from 'vitest';
import type { Drive } from '../../server/api/wire.types.ts';
import { fieldFault, secretsOf, targetOf } from './target-kinds.ts';

const drive: Drive = {
  mount: '/media/CARRY',
  label: 'CARRY',
  fileSystem: 'exFAT',
  freeBytes: 1_000_000,
  isReadOnly: false,
  bundles: [],
  error: null,
};

describe('a target', () => {
  it('is sent with the fields of its kind that were filled in, secrets apart', () => {
    const values = { path: '/left/over', url: ' https://dav.example/docs/ ', username: '', password: ' p ' };
    expect(targetOf('webdav', values, [])).toEqual({
      settings: { kind: 'webdav', url: 'https://dav.example/docs/' },
      secrets: { password: ' p ' },
    });
    expect(secretsOf('webdav', { password: '' })).toEqual({});
  });

  it.each([
    ['by its label', [drive], { label: 'CARRY' }],
    ['by its place where it has no label', [{ ...drive, label: '' }], { path: '/media/CARRY' }],
    [
      'by its place where another one is called the same',
      [drive, { ...drive, mount: '/media/CARRY1' }],
      { path: '/media/CARRY' },
    ],
  ])('on a drive is found %s', (_, drives, found) => {
    const { settings } = targetOf('drive', { drive: '/media/CARRY', folder: 'docs' }, drives);
    expect(settings).toEqual({ kind: 'drive', folder: 'docs', ...found });
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'The field "settings.url" is not valid: must be an http or https address.', 'url'],
    [400, 'The field "name" is missing: expected string.', 'name'],
    [409, 'There is a target cdn already. Choose another name.', 'name'],
    [400, 'The folder /srv/absent does not exist. Create it first.', 'path'],
    [409, 'Secrets are kept in memory only.', undefined],
    [0, 'Offprint is not responding. It may have been stopped.', undefined],
  ])('%i %s stands below its field', (status, sentence, field) => {
    expect(fieldFault(status, sentence, 'path').field).toBe(field);
  });
});
