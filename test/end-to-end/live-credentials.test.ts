import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSecretFile } from '../../server/api/test-support.ts';
import {
  dataFolder,
  exportSite,
  offprint,
  page,
  temporaryFolder,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { type LiveOrigin, startOrigin } from '../stand-ins/live-origin.ts';

const PASSWORD = 'canary-9f2c';

/** A site behind a password. */
function guarded(): Promise<LiveOrigin> {
  const expected = `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}`;
  return startOrigin((url) => (request, response) => {
    const isIn = request.headers.authorization === expected;
    response.writeHead(isIn ? 200 : 401, { 'content-type': 'text/html' }).end(isIn ? page(url) : '');
  });
}

describe('a site behind a password, from the command line', () => {
  it('waits for the credential, goes on with it, and nothing of it is written in clear', async () => {
    const origin = await guarded();
    const data = dataFolder();
    const env = { OFFPRINT_SECRET_FILE: makeSecretFile() };
    const keep = async (value: string): Promise<void> => {
      const file = path.join(temporaryFolder(), 'value');
      fs.writeFileSync(file, `${value}\n`);
      const { code } = await offprint(['secrets', 'set', 'docs', '--file', file, '--data', data], { env });
      expect(code).toBe(0);
    };

    const absent = await exportSite(origin.address, ['--basic-auth', 'ada=docs'], { data, env });
    expect(absent.code).toBe(14);
    expect(absent.stderr).toContain('needs the credential docs');

    await keep('wrong');
    const wrong = await exportSite(origin.address, [], { data, env });
    expect(wrong.code).toBe(14);
    expect(wrong.stderr).toContain('asks for a user name and password (401)');
    const [, jobId = ''] = /offprint jobs resume (se_\w+)/.exec(wrong.stderr) ?? [];
    const watched = await offprint(['jobs', 'show', jobId, '--data', data], { env });
    expect(watched.stdout).toContain('asks for a user name and password (401)');

    await keep(PASSWORD);
    const out = path.join(temporaryFolder(), 'site.zip');
    const right = await offprint(['jobs', 'resume', jobId, '--out', out, '--data', data], { env });
    expect(right.stderr).not.toContain('offprint:');
    expect(right.code).toBe(0);
    expect([...(await unpacked(out)).keys()]).toContain('index.html');

    for (const { stdout, stderr } of [absent, wrong, watched, right])
      expect(stdout + stderr).not.toContain(PASSWORD);
    for (const content of (await unpacked(out)).values()) expect(content.includes(PASSWORD)).toBe(false);
    for (const name of fs.readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(data, name);
      if (name.startsWith('browser') || !fs.statSync(file).isFile()) continue;
      const content = fs.readFileSync(file);
      expect([name, content.includes(PASSWORD)]).toEqual([name, false]);
      expect([name, content.includes(Buffer.from(`ada:${PASSWORD}`).toString('base64'))]).toEqual([
        name,
        false,
      ]);
    }
  });

  it('is not kept where nothing keeps it', async () => {
    const file = path.join(temporaryFolder(), 'value');
    fs.writeFileSync(file, PASSWORD);
    const { code, stderr } = await offprint(
      ['secrets', 'set', 'docs', '--file', file, '--data', dataFolder()],
      {
        env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
      },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('needs a place to store the master key');
  });

  it.each([
    [['--header', 'X-Token: abc'], 'contains a secret'],
    [['--header', 'Cookie: a=b'], '--secret-cookie a=NAME'],
    [['--header', 'Host: x'], 'is not a header you can set'],
    [['--proxy', 'http://ada:pw@127.0.0.1:1'], 'contains a user name or password'],
    [['--asset-host', 'https://x/'], 'must be a host name'],
  ])('refuses %j', async (options, says) => {
    const { code, stderr } = await exportSite('http://127.0.0.1:1/', options);
    expect(stderr).toContain(says);
    expect(code).toBe(2);
  });

  it('has no options that a folder could use', async () => {
    const site = temporaryFolder('site');
    fs.writeFileSync(path.join(site, 'index.html'), page('Start'));
    const { code, stderr } = await exportSite(site, ['--robots', 'ignore']);
    expect(code).toBe(2);
    expect(stderr).toContain('this project is not a live site');
  });
});
