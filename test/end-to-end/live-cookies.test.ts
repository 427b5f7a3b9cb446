import { describe, expect, it } from 'vitest';
import { page, readStore, unpacked, until } from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type Place, type Places, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';

type Answer = Readonly<{ status?: number; headers?: Record<string, string>; body?: string }>;

/** Shows a page to requests with the cookie; others get `gate`. */
function behind(gate: Answer, body: string, setCookie?: string): Place {
  return (request, response) => {
    const isIn = request.headers.cookie?.split('; ').includes('session=1');
    const { status = 200, headers = {}, body: text = '' }: Answer = isIn ? { body } : gate;
    response
      .writeHead(status, {
        'content-type': 'text/html',
        ...headers,
        ...(setCookie !== undefined && !isIn && { 'set-cookie': setCookie }),
      })
      .end(text);
  };
}

const SESSION = 'session=1; Path=/; HttpOnly';
const toStart: Answer = { status: 302, headers: { location: '/' } };
const notSeen = { body: page('Begin at the start page') };

describe('a site that hands out a cookie', () => {
  it.each(
    firstOf<[string, Places]>(1, [
      [
        'and leads whoever has none to its start page',
        {
          '/': behind(toStart, page('Start', '<a href="/two">two</a>'), SESSION),
          '/two': behind(toStart, page('Two'), SESSION),
        },
      ],
      [
        'on its start page alone',
        {
          '/': behind(
            { body: page('Start', '<a href="/two">two</a>') },
            page('Start', '<a href="/two">two</a>'),
            SESSION,
          ),
          '/two': behind(notSeen, page('Two')),
        },
      ],
    ]),
  )('%s shows its pages', async (_what, places) => {
    const { address } = await startOrigin(places);
    for (const settings of [{}, { render: 'always' }] as const) {
      const lab = await openLiveLab();
      const { paths, job } = await lab.exported({ url: `${address}/` }, settings);
      expect(paths.filter((file) => file.endsWith('.html'))).toEqual(['index.html', 'two.html']);
      const files = await unpacked(lab.bundleOf(job).archive);
      expect(files.get('two.html')?.toString()).toContain('<h1>Two</h1>');
      await lab.close();
    }
  });

  it.runIf(isFullRun)('gets it from an export that goes on after its process died', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `/p${index}`);
    const links = names.map((name) => `<a href="${name}">${name}</a>`).join(' ');
    let isSlow = true;
    const slowly =
      (place: Place): Place =>
      (request, response) => {
        setTimeout(() => (place as (...all: unknown[]) => void)(request, response), isSlow ? 100 : 0);
      };
    const { address } = await startOrigin({
      '/': behind({ body: page('Start', links) }, page('Start', links), SESSION),
      ...Object.fromEntries(names.map((name) => [name, slowly(behind(notSeen, page(name)))])),
    });
    const lab = await openLiveLab();
    const job = await lab.newJob({ url: `${address}/` }, { concurrency: 1 });
    const running = lab.host.run(job.id, () => {}).catch(() => {});
    const sql = `SELECT count(*) FROM resources WHERE status = 'done'`;
    await until(
      'some are acquired',
      () => (readStore(lab.data, (store) => store.prepare(sql).pluck().get()) as number) >= 5,
    );
    await lab.close();
    await running;
    isSlow = false;
    const again = await openLiveLab(lab.data);
    const ended = await again.host.run(job.id, () => {});
    expect(ended.status).toBe('completed');
    const files = await unpacked(again.bundleOf(ended).archive);
    for (const name of names)
      expect(files.get(`${name.slice(1)}.html`)?.toString()).toContain(`<h1>${name}</h1>`);
  });
});
