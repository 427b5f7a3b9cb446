import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { INTERFACE_HEADERS } from '../server/api/browser/headers.ts';
import { interfaceFiles } from '../server/api/browser/interface-files.ts';
import { makeSite } from '../test/stand-ins/fixture-site.ts';
import { appProtocol, SCHEME_PRIVILEGES } from './app-protocol.ts';

const folder = makeSite({
  'index.html': '<!doctype html><title>Offprint</title>',
  'assets/index-1.js': 'export {};',
  'secret.txt': 'secret',
});
fs.symlinkSync('/etc/passwd', path.join(folder, 'assets', 'outside.txt'));
const asked: string[] = [];
const handle = appProtocol(interfaceFiles(folder), async (target, request) => {
  asked.push(`${request.method} ${target}`);
  return Response.json({ ok: true }, { status: 201, headers: { 'x-from': 'server' } });
});

function hasHeaders({ headers }: Response): void {
  for (const [name, value] of Object.entries(INTERFACE_HEADERS)) expect(headers.get(name)).toBe(value);
}

describe('app://bundle', () => {
  it('gives the files of the interface', async () => {
    const page = await handle(new Request('app://bundle/?locale=en-XA'));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Offprint');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    hasHeaders(page);
    const script = await handle(new Request('app://bundle/assets/index-1.js'));
    expect(await script.text()).toBe('export {};');
    hasHeaders(script);
    const head = await handle(new Request('app://bundle/', { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    'app://bundle/../secret.txt',
    'app://bundle/assets/../secret.txt',
    'app://bundle/assets/%2e%2e/secret.txt',
    'app://bundle/assets/..%2fsecret.txt',
    'app://bundle/assets/..%5csecret.txt',
    'app://bundle/assets/..\\secret.txt',
    'app://bundle/assets/outside.txt',
    'app://bundle/assets/index-1.js%00.css',
    'app://bundle//etc/passwd',
    'app://bundle/%2fetc%2fpasswd',
    'app://bundle/assets/',
    'app://bundle/index.html',
    'app://bundle.evil/',
    'app://evil/',
    'app://bundle:1/',
    'file:///etc/passwd',
    'https://bundle/',
  ])('gives nothing else: %s', async (url) => {
    const answer = await handle(new Request(url));
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('Not found');
    hasHeaders(answer);
  });

  it('takes only GET and HEAD for files', async () => {
    const answer = await handle(new Request('app://bundle/', { method: 'POST', body: 'x' }));
    expect(answer.status).toBe(405);
    hasHeaders(answer);
  });

  it('carries calls below /api to the server, and gives its answers the headers too', async () => {
    const answer = await handle(
      new Request('app://bundle/api/v1/projects?limit=1', { method: 'POST', body: '{}' }),
    );
    expect(asked.at(-1)).toBe('POST /v1/projects?limit=1');
    expect([answer.status, answer.headers.get('x-from')]).toEqual([201, 'server']);
    hasHeaders(answer);
  });

  it.each(['document', 'iframe', 'embed'])('shows no answer of the server as a %s', async (destination) => {
    const before = asked.length;
    const answer = await handle(
      new Request('app://bundle/api/v1/static-export/jobs/x/report', {
        headers: { 'sec-fetch-dest': destination },
      }),
    );
    expect([answer.status, asked.length]).toEqual([403, before]);
  });
});

it('may do nothing past the policy', () => {
  expect(Object.keys(SCHEME_PRIVILEGES.privileges).sort()).toEqual([
    'codeCache',
    'secure',
    'standard',
    'stream',
    'supportFetchAPI',
  ]);
});
