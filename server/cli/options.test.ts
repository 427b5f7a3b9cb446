import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newZip } from './new-zip.ts';
import { apiCommand } from './options.ts';
import { checkedOut } from './out-file.ts';
import { parsedSettings } from './project-options.ts';
import { settingValue } from './server-settings.ts';
import { addSettingOptions, settingsAmong } from './setting-options.ts';

/** Parses words of a command line into export settings. */
function settingsOf(...words: string[]) {
  const command: Command = apiCommand('x')
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  addSettingOptions(command);
  const asked = settingsAmong(command.parse(words, { from: 'user' }).opts());
  parsedSettings(asked);
  return asked;
}

describe('options of settings', () => {
  it('take times with a unit', () => {
    expect(settingsOf('--acquire-max', '6h', '--timeout', '90s', '--max-bytes', '5000')).toEqual({
      acquireMaxMs: 21_600_000,
      timeoutMs: 90_000,
      maxBytes: 5000,
    });
    expect(settingsOf('--retry-max', '0', '--sample-max-time', '0')).toEqual({
      retryMaxMs: 0,
      sampleMaxMs: 0,
    });
    expect(settingsOf('--acquire-max-ms', '500')).toEqual({ acquireMaxMs: 500 });
  });

  it.each([
    [['--acquire-max', '6'], 'Use a value with a unit, such as 90s or 6h.'],
    [['--timeout', 'soon'], 'Use a value with a unit, such as 90s or 6h.'],
    [['--acquire-max', '0'], '--acquire-max is not valid. Use 1 ms or more.'],
    [['--acquire-max-ms', '0'], '--acquire-max is not valid. Use 1 ms or more.'],
    [['--max-bytes', '0'], '--max-bytes is not valid. Use 1 B or more.'],
    [['--page-max-bytes', '1GB'], '--page-max-bytes is not valid. Use 256 MiB or less.'],
    [['--max-pages', '0'], '--max-pages is not valid. Use 1 or more.'],
    [['--include', 'x'.repeat(501)], '--include is not valid. Use at most 500 characters.'],
    [['--data', ''], 'Use the path of a folder, or omit the option.'],
  ])('refuse %j', (words, says) => {
    expect(() => settingsOf(...words)).toThrow(says);
  });
});

it('a server setting is named as the command line has it', () => {
  expect(() => settingValue('exportConcurrency', ['300'])).toThrow(
    'The value of exportConcurrency is not valid. Use 16 or less.',
  );
  expect(() => settingValue('port', ['99999'], '--port')).toThrow('--port is not valid. Use 65535 or less.');
});

it('the name of a file to write is not that of a folder', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-out-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const says = (example: string): string =>
    `"${folder}" is a folder. Use a file name such as ${path.join(folder, example)}.`;
  expect(() => checkedOut(folder)).toThrow(says('handbook.zip'));
  expect(() => newZip(folder, 'backup')).toThrow(says('backup.zip'));
  expect(() => checkedOut(path.join(folder, 'none'))).toThrow('must end in .zip or .tar.gz, not "none".');
  expect(() => checkedOut('')).toThrow('not "".');
});
