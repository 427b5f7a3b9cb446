import { describe, expect, it } from 'vitest';
import type { UrlOrigin } from '../../server/exports/origin/url-origin.ts';
import { makeAuthority } from '../stand-ins/certificates.ts';
import { page, reportOf, skipBecause } from '../stand-ins/fixture-site.ts';
import { type LiveOrigin, redirect, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';

const PASSWORD = 'canary-41d7';
const basicAuth = { user: 'ada', secret: 'docs' };
const AUTHORIZATION = `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}`;

/** Exports a site with a password. */
async function exported(origin: Omit<UrlOrigin, 'kind'>, settings = {}) {
  const lab = await openLiveLab();
  const job = await lab.run(await lab.newJob({ basicAuth, ...origin }, { retryMaxMs: 0, ...settings }), {
    docs: PASSWORD,
  });
  return { job, lab };
}

const authority = makeAuthority();
/** A separate loopback address whose default ports are free. */
const HOST = '127.77.0.1';

/** Sites at both default ports, if this user may listen there. */
async function atUsualPorts(
  plain: Parameters<typeof startOrigin>[0],
  secure: Parameters<typeof startOrigin>[0],
): Promise<{ plain: LiveOrigin; secure: LiveOrigin; caBundle: string } | { why: string }> {
  if ('why' in authority) return authority;
  const tls = authority.certify(`IP:${HOST}`);
  try {
    return {
      plain: await startOrigin(plain, { host: HOST, port: 80 }),
      secure: await startOrigin(secure, { host: HOST, port: 443, tls }),
      caBundle: authority.file,
    };
  } catch (error) {
    return { why: `nobody may listen at ${HOST}:80 and :443 here (${error})` };
  }
}

describe('a site that redirects', () => {
  it('from its start to another port of its host is not followed, and its password stays', async () => {
    const other = await startOrigin({ '/docs/': page('Other') });
    const origin = await startOrigin({ '/': redirect(`${other.address}/docs/?a=1`) });
    const { job } = await exported({ url: origin.address });
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreadable' });
    expect(job.error).toContain('redirects to another port. The redirect was not followed');
    expect(job.error).toContain(`set ${other.address}/docs/?a=1 as the project's origin`);
    expect(other.requests).toEqual([]);
  });

  it('from a port to the usual one of its host is not followed either', async ({ skip }) => {
    const places = await atUsualPorts({ '/': page('Plain') }, { '/': page('Secure') });
    if ('why' in places) return skipBecause(skip, places.why);
    const { plain, secure, caBundle } = places;
    for (const address of [`http://${HOST}/`, `https://${HOST}/`]) {
      const origin = await startOrigin({ '/': redirect(address) }, { host: HOST });
      const { job } = await exported({ url: origin.address, caBundle });
      expect(job.error).toContain('redirects to another port');
      expect(job.error).toContain(`set ${address} as the project's origin`);
      await origin.close();
    }
    expect([...plain.requests, ...secure.requests]).toEqual([]);
  });

  it('from https to http is not followed, and its password does not go out in clear', async ({ skip }) => {
    const places = await atUsualPorts(
      { '/': page('Plain') },
      { '/': redirect(`http://${HOST}/`), '/robots.txt': '' },
    );
    if ('why' in places) return skipBecause(skip, places.why);
    const { plain, caBundle } = places;
    const { job } = await exported({ url: `https://${HOST}/`, caBundle });
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreadable' });
    expect(job.error).toContain('redirects to http, where passwords would be sent unencrypted');
    expect(plain.requests).toEqual([]);
  });

  it('from http to https of the same host is followed, its password by https alone', async ({ skip }) => {
    const places = await atUsualPorts(
      (url) => redirect(`https://${HOST}${url}`, 301),
      (url) => (request, response) => {
        const isIn = request.headers.authorization === AUTHORIZATION;
        const body = page(url, '<a href="/a">a</a>');
        response.writeHead(isIn ? 200 : 401, { 'content-type': 'text/html' }).end(isIn ? body : '');
      },
    );
    if ('why' in places) return skipBecause(skip, places.why);
    const { plain, secure, caBundle } = places;
    const { job } = await exported({ url: `http://${HOST}/`, caBundle });
    expect(job.error).toBe(null);
    expect(job.status).toBe('completed');
    expect(plain.requests).toEqual(['GET /']);
    expect(plain.headers.get('/')?.authorization).toBe(undefined);
    expect(secure.countOf('/a')).toBe(1);
  });

  it.each(['never', 'always'] as const)(
    'under way to another port: nothing goes there (pages rendered: %s)',
    async (render) => {
      const other = await startOrigin((url) => page(url));
      const origin = await startOrigin({
        '/': page('Start', '<a href="/moved">moved</a><script src="/jump.js"></script>'),
        '/moved': redirect(`${other.address}/moved`),
        '/jump.js': {
          headers: { 'content-type': 'text/javascript' },
          body: `fetch('/jump').catch(() => {}); fetch('${other.address}/direct').catch(() => {});`,
        },
        '/jump': redirect(`${other.address}/jump`),
      });
      const { lab } = await exported({ url: origin.address }, { render, allowMissing: true });
      expect(reportOf(lab.data).missing).toMatchObject([
        { url: '/moved', reason: expect.stringContaining('redirects to another site') },
      ]);
      expect(origin.headers.get('/moved')?.authorization).toBe(AUTHORIZATION);
      if (render === 'always') expect(origin.headers.get('/jump')?.authorization).toBe(AUTHORIZATION);
      expect(other.requests).toEqual([]);
    },
  );

  it('in a job whose project got another origin meanwhile: the new password does not go to the old one', async () => {
    const links = Array.from({ length: 40 }, (_, index) => `<a href="/p${index}">p</a>`).join('');
    const old: LiveOrigin = await startOrigin((url) =>
      old.requests.length < 23 ? page(url, links) : { status: 401 },
    );
    const { job, lab } = await exported({ url: old.address }, { concurrency: 3 });
    expect(job).toMatchObject({ status: 'queued', paused: true });
    const fresh = await startOrigin((url) => page(url));
    const before = old.requests.length;
    await lab.host.command('updateProject', job.projectId, {
      origin: { kind: 'url', url: `${fresh.address}/`, basicAuth },
    });
    await lab.host.command('resumeJob', job.id);
    const again = await lab.run(job, { docs: 'canary-of-the-new-one' });
    expect(again).toMatchObject({ status: 'failed', errorCode: 'origin-changed' });
    expect(again.error).toContain('Start a new export.');
    expect(old.requests.slice(before)).toEqual([]);
  });
});
