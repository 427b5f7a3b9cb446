import { describe, expect, it } from 'vitest';
import { formatTime, pasteable, tableLines } from './terminal.ts';

describe('a table', () => {
  const names = ['ID', 'PAGES', 'SITE'];
  const rows = [
    ['se_1', 7, 'docs.example.com 1.2'],
    ['se_22', 1234, 'x'],
  ];

  it('stands in columns, numbers at the right', () => {
    expect(tableLines(names, rows, 80)).toEqual([
      'ID     PAGES  SITE',
      'se_1       7  docs.example.com 1.2',
      'se_22  1,234  x',
    ]);
  });

  it('cuts its last column where the window is too narrow', () => {
    expect(tableLines(names, rows, 25)).toEqual([
      'ID     PAGES  SITE',
      'se_1       7  docs.examp…',
      'se_22  1,234  x',
    ]);
  });

  it('shows nothing, not even its names, without rows', () => {
    expect(tableLines(names, [], 80)).toEqual([]);
  });

  it('lets no text steer the terminal', () => {
    expect(tableLines(['NAME'], [['a\u001b[2Jb\u009bc\r']], 80)).toEqual([
      'NAME',
      'a\ufffd[2Jb\ufffdc\ufffd',
    ]);
  });

  it('takes a hundred thousand rows', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => [`se_${index}`]);
    expect(tableLines(['ID'], many, 80)).toHaveLength(200_001);
  });
});

describe('a time', () => {
  const now = Date.parse('2027-03-01T12:00:00Z');

  it('of these months has its hour, one further away its year', () => {
    expect(formatTime('2027-02-05T12:00:00Z', now)).toMatch(/^Feb {2}5 \d\d:00$/);
    expect(formatTime('2026-07-05T12:00:00Z', now)).toBe('Jul  5  2026');
    expect(formatTime('2027-05-05T12:00:00Z', now)).toMatch(/^May {2}5 \d\d:00$/);
    expect(formatTime(null, now)).toBe('-');
  });
});

it('commands are told as they can be pasted where npm started the program from a clone', () => {
  const text =
    'To continue: offprint jobs retry se_1. See https://docs/offprint x, or npx offprint export, or Offprint';
  expect(pasteable(text, { npm_package_name: 'offprint', npm_lifecycle_event: 'export' })).toBe(
    'To continue: npm run offprint -- jobs retry se_1. See https://docs/offprint x, or npx offprint export, or Offprint',
  );
  expect(pasteable(text, { npm_package_name: 'offprint', npm_lifecycle_event: 'test' })).toBe(text);
  expect(pasteable(text, {})).toBe(text);
});

it('commands name the data folder that the program was given', () => {
  const text =
    'To continue: offprint jobs retry se_1. List the projects with: offprint projects. offprint jobs bundle <job>';
  const given = (...argv: string[]): string => pasteable(text, {}, argv);
  expect(given('export', 'site', '--data', '/srv/docs')).toBe(
    'To continue: offprint jobs retry se_1 --data /srv/docs. List the projects with: offprint projects --data /srv/docs. offprint jobs bundle <job>',
  );
  expect(given('--data=my docs')).toContain("offprint jobs retry se_1 --data 'my docs'. ");
  expect(given('export', 'site')).toBe(text);
  for (const command of [
    'rollback cdn 2026.2',
    'received keep rc_1',
    'targets test my.cdn',
    'publications retry pub_1',
    'targets',
    'queue resume',
    'agent get aj_1',
  ])
    expect(pasteable(`Next: offprint ${command}`, {}, ['--data', '/x'])).toBe(
      `Next: offprint ${command} --data /x`,
    );
  for (const other of [
    'To continue: offprint jobs retry se_1 --data /x',
    'Add it with: offprint agent forge set docs --kind <kind>',
    'Give it with: offprint targets set <name> --password-file <file>',
    'Ask for the public key, which they can print with: offprint trust',
  ])
    expect(pasteable(other, {}, ['--data', '/srv/docs'])).toBe(other);
});
