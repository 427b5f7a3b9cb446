import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatSeconds } from '../../server/cli/terminal.ts';
import {
  dataFolder,
  exportSite,
  lastJob,
  makeSite,
  NO_BROWSER,
  offprint,
  page,
  reportOf,
  temporaryFolder,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

async function refusal(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stderr } = await offprint([...args, '--data', dataFolder()], { env });
  expect(code).toBe(2);
  return stderr;
}

describe('what is no folder, but looks like an address', () => {
  it.each([
    ['localhost:9555', 'http://localhost:9555'],
    ['127.0.0.1:8000/docs', 'http://127.0.0.1:8000/docs'],
    ['[::1]:8000', 'http://[::1]:8000'],
    ['docs.example.com', 'https://docs.example.com'],
    ['docs.example.com:8443/a', 'https://docs.example.com:8443/a'],
    ['file:///srv/my%20site', '/srv/my site'],
  ])('%s gets the hint to give %s', async (source, hint) => {
    expect(await refusal(['export', source])).toContain(`${hint}.`);
  });

  it('else gets none', async () => {
    expect(await refusal(['export', 'site'])).not.toContain('http');
  });
});

describe('a header that carries a secret', () => {
  it.each([
    ['Cookie: session=abc; a=b', '--secret-cookie session=NAME'],
    ['Authorization: Bearer abc', '--secret-header Authorization=NAME'],
  ])('is not taken in clear, and the option for it is named: %s', async (header, option) => {
    const stderr = await refusal(['export', 'http://127.0.0.1:9/', '--header', header]);
    expect(stderr).toContain(option);
    expect(stderr).toContain('offprint secrets set NAME');
    expect(stderr).not.toContain('abc');
  });
});

it('Where no keychain is, a credential is refused with the way to give it for one run', async () => {
  const stderr = await refusal(['secrets', 'set', 'docs-password', '--file', makeSecret()], {
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
  expect(stderr).toContain('For a single run');
  expect(stderr).toContain('OFFPRINT_SECRET_FILE');
});

function makeSecret(): string {
  return `${makeSite({ password: 'secret' })}/password`;
}

describe('a data folder that does not exist', () => {
  it.each([
    ['audit'],
    ['prune'],
    ['prune', '--dry-run'],
    ['disk-use'],
    ['diagnostics', '--archive', path.join(temporaryFolder('diagnostics'), 'd.zip')],
  ])('is refused and not created: %s', async (...args) => {
    const data = path.join(temporaryFolder('nothing'), 'data');
    const { code, stderr } = await offprint([...args, '--data', data]);
    expect(stderr).toBe(
      `offprint: There is no data folder at ${data}. Specify the data folder with --data.\n`,
    );
    expect(code).toBe(2);
    expect(fs.existsSync(data)).toBe(false);
  });

  it('is refused by doctor too, and so is a file', async () => {
    const file = path.join(makeSite({ 'a.txt': 'text' }), 'a.txt');
    const { code, stderr } = await offprint(['doctor', '--data', file]);
    expect(stderr).toContain(`There is no database in ${file}. Specify the data folder with --data.`);
    expect(code).toBe(2);
  });
});

it('doctor says what to do about a bundle that is missing, and about a database that cannot be read', async () => {
  const { data } = await exportSite(makeSite({ 'index.html': page('Start') }), [...NO_BROWSER]);
  const [archive = ''] = fs.globSync(path.join(data, 'exports', '**', '*.zip'));
  fs.rmSync(archive);
  const missing = await offprint(['doctor', '--data', data]);
  expect(missing.stdout).toContain(`Missing   ${path.relative(data, archive)}`);
  expect(missing.stdout).toContain(
    'To get a missing bundle back, export its site again, or restore a backup',
  );
  expect(missing.code).toBe(5);

  const file = path.join(data, 'offprint.db');
  fs.writeFileSync(file, Buffer.concat([Buffer.alloc(16, 1), fs.readFileSync(file).subarray(16)]));
  const broken = await offprint(['doctor', '--data', data]);
  expect(broken.stderr).toContain('offprint restore <backup> --data <new folder>');
  expect(broken.code).toBe(1);
});

describe('what an option does not take', () => {
  it.each([
    [['audit', '--limit', 'abc'], "argument 'abc' is invalid. Use a whole number from 1 to 1000."],
    [['settings', 'set', 'port', 'abc'], 'The setting port takes a whole number, not "abc".'],
  ])('is said in the words of the command line: %s', async (args, says) => {
    const stderr = await refusal(args);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('query parameter');
  });

  it('lists the actions of the audit log', async () => {
    const data = dataFolder();
    expect((await offprint(['settings', 'set', 'queuePaused', 'false', '--data', data])).code).toBe(0);
    const { code, stderr } = await offprint(['audit', '--action', 'nope', '--data', data]);
    expect(stderr).toContain('There is no action "nope". Valid actions are: accepted, ');
    expect(code).toBe(2);
    const { stdout } = await offprint(['audit', '--action', 'settings-changed', '--data', data]);
    expect(stdout).toContain('settings-changed');
  });
});

describe('selectors of the settings that do nothing', () => {
  const site = makeSite({ 'index.html': page('Start', '<p class="banner">Accept cookies</p>') });
  const hide = (...args: string[]) => exportSite(site, args);

  it.runIf(isFullRun)('are said at the end, and which and why', async () => {
    const args = [
      '--render',
      'always',
      '--hide-selectors',
      '.banner',
      '.bannre',
      '::(',
      '--ready-selector',
      'h1',
    ];
    const { code, stdout, data } = await hide(...args);
    expect(code).toBe(0);
    expect(stdout).toContain('Verified  findings');
    expect(stdout).toContain('hideSelectors .bannre had no effect: nothing');
    expect(stdout).toContain('hideSelectors ::( had no effect: it is not a valid CSS selector');
    expect(stdout).not.toContain('.banner had');
    expect(stdout).not.toContain('readySelector');
    expect(reportOf(data).check?.findings).toHaveLength(2);
  });

  it('are said where no page was made by a browser', async () => {
    const { stdout } = await hide('--hide-selectors', '.banner');
    expect(stdout).toContain(
      'hideSelectors .banner had no effect: no page was rendered in a browser. Set the render setting to "always".',
    );
  });

  it.runIf(isFullRun)('are nothing to speak of where they work', async () => {
    const { stdout, data } = await hide('--render', 'always', '--hide-selectors', '.banner');
    expect(stdout).toContain('Verified  passed');
    // The time is that of the whole job, including verification.
    const { started_at: started, finished_at: finished } = lastJob(data);
    const seconds = (Date.parse(String(finished)) - Date.parse(String(started))) / 1000;
    expect(stdout).toContain(` in ${formatSeconds(seconds)}\n`);
  });
});
