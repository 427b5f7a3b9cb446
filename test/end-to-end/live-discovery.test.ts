import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../../server/exports/job/progress.ts';
import {
  dataFolder,
  exportSite,
  offprint,
  page,
  pathsOf,
  reportOf,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type Place, type Places, redirect, sitemap, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';

/** Exports a live site, with options by the command line, and returns the paths and files of its bundle. */
async function exported(places: Places, args: readonly string[] = [], start = '/') {
  const origin = await startOrigin(places);
  const address = origin.address + start;
  const { archive, data } = args.length === 0 ? await inLab(address) : await byCommand(address, args);
  const files = await unpacked(archive);
  const text = (file: string): string => files.get(file)?.toString() ?? '';
  return { data, origin, paths: await pathsOf(archive), text };
}

async function inLab(url: string) {
  const lab = await openLiveLab();
  const { job } = await lab.exported({ url });
  return { archive: lab.bundleOf(job).archive, data: lab.data };
}

async function byCommand(address: string, args: readonly string[]) {
  const { code, stderr, out, data } = await exportSite(address, args);
  expect(stderr).not.toContain('offprint:');
  expect(code).toBe(0);
  return { archive: out, data };
}

const link = (href: string): string => `<a href="${href}">${href}</a>`;

describe('the pages of a live site', () => {
  it.runIf(isFullRun)('are counted as known as soon as a link leads to them', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const late: Place = (_request, response) => {
      setTimeout(() => response.setHeader('content-type', 'text/html').end(page('Late')), 500);
    };
    const { address } = await startOrigin({
      '/': page('Start', `${names.map(link).join(' ')}<img src="/pic.png">`),
      ...Object.fromEntries(names.map((name) => [`/${name}`, late])),
      '/pic.png': Buffer.from('png'),
    });
    const lab = await openLiveLab();
    const job = await lab.newJob({ url: `${address}/` }, { concurrency: 1 });
    const seen: Progress[] = [];
    await lab.host.run(job.id, (progress) => seen.push(progress));
    const counts = seen
      .filter(({ phase }) => phase === 'acquire')
      .map(({ pageCount, pagesKnown }) => [pageCount, pagesKnown]);
    expect(counts.some(([count = 0, known]) => count > 0 && count < 6 && known === 6)).toBe(true);
    expect(counts.every(([, known = 0]) => known <= 6)).toBe(true);
    await lab.close();
  });

  it('are found by links, areas, frames, pickers and alternates', async () => {
    const { paths } = await exported({
      '/': page(
        'Start',
        `${link('a')}<map><area href="/area"></map><iframe src="/frame"></iframe>
         <select><option value="/en/">en</option><option value="/de/">de</option></select>
         <link rel="alternate" hreflang="fr" href="/fr/"><img src="/pic.png">`,
      ),
      '/a': page('A', link('/deep/b/')),
      '/deep/b/': page('B', link('../../c.html')),
      '/c.html': page('C'),
      '/area': page('Area'),
      '/frame': page('Frame'),
      '/en/': page('English'),
      '/de/': page('Deutsch'),
      '/fr/': page('Français'),
      '/pic.png': Buffer.from('png'),
    });
    expect(paths).toEqual([
      ...['a.html', 'area.html', 'c.html', 'de/index.html', 'deep/b/index.html', 'en/index.html'],
      ...['fr/index.html', 'frame.html', 'index.html', 'pic.png'],
    ]);
  });

  it('are found in sitemaps, in an index of them, in compressed ones, with alternates', async () => {
    const origin = await startOrigin({});
    const { address } = origin;
    const alternates = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
      <url><loc>${address}/one</loc><xhtml:link rel="alternate" hreflang="de" href="${address}/eins"/><image:image><image:loc>${address}/not-a-page</image:loc></image:image></url></urlset>`;
    origin.serve({
      '/': page('Start'),
      '/robots.txt': `Sitemap: ${address}/index.xml\n`,
      '/index.xml': `<sitemapindex><sitemap><loc>${address}/map1.xml</loc></sitemap><sitemap><loc>${address}/map2.xml.gz</loc></sitemap><sitemap><loc>${address}/index.xml</loc></sitemap></sitemapindex>`,
      '/map1.xml': alternates,
      '/map2.xml.gz': {
        headers: { 'content-type': 'application/gzip' },
        body: zlib.gzipSync(sitemap([`${address}/two?a=1&b=2`])),
      },
      '/sitemap.xml': 'no sitemap at all <',
      ...Object.fromEntries(['/one', '/eins', '/two?a=1&b=2'].map((url) => [url, page(url)])),
    });
    const { code, out } = await exportSite(address);
    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual([
      'eins.html',
      'index.html',
      'one.html',
      expect.stringMatching(/^two~\w{8}\.html$/),
    ]);
    expect(origin.requests).not.toContain('GET /not-a-page');
  });

  it('are found where sitemap and robots.txt redirect to, within the site', async () => {
    const { paths, origin } = await exported(
      {
        '/': page('Start', link('/private/a')),
        '/robots.txt': redirect('/about/robots.txt'),
        '/about/robots.txt': 'User-agent: *\nDisallow: /private/\n',
        '/sitemap.xml': redirect('/maps/index.xml'),
        '/maps/index.xml': redirect('pages.xml'),
        '/maps/pages.xml': sitemap(['/listed'].map((url) => `http://elsewhere.example${url}`)),
        '/listed': page('Listed'),
        '/private/a': page('Private'),
      },
      ['--robots', 'obey'],
    );
    expect(paths).toEqual(['index.html', 'listed.html']);
    expect(origin.requests).not.toContain('GET /private/a');
  });

  it('may be listed though they are gone: a stale sitemap is no fault of the export', async () => {
    const { paths } = await exported({
      '/': page('Start'),
      '/sitemap.xml': sitemap(['/gone', '/there'].map((url) => `http://elsewhere.example${url}`)),
      '/there': page('There'),
    });
    expect(paths).toEqual(['index.html', 'there.html']);
  });

  it('lie below the address that was given, or are linked to where they are', async () => {
    const { paths, text, origin } = await exported(
      {
        '/docs/': page('Docs', `${link('a')}${link('/blog/')}<img src="/shared/logo.png">`),
        '/docs/a': page('A', link('../docsother')),
        '/blog/': page('Blog'),
        '/shared/logo.png': Buffer.from('png'),
      },
      ['--domain', 'docs.example.com'],
      '/docs/',
    );
    expect(paths).toEqual(['docs/a.html', 'docs/index.html', 'index.html', 'shared/logo.png']);
    expect(text('docs/index.html')).toContain('href="https://docs.example.com/blog/"');
    expect(origin.requests).not.toContain('GET /blog/');
  });

  it.runIf(isFullRun)(
    'are those that include chooses, found from a start page that is not among them',
    async () => {
      const { paths } = await exported(
        {
          '/': page('Start', `${link('/guide/a')}${link('/blog/')}`),
          '/guide/a': page('A', link('/guide/b')),
          '/guide/b': page('B'),
          '/blog/': page('Blog', link('/guide/never')),
        },
        ['--include', '/guide/**'],
      );
      expect(paths).toEqual(['guide/a.html', 'guide/b.html', 'index.html']);
    },
  );

  it('are those that were asked for, in the spelling of the sitemap', async () => {
    const { paths } = await exported(
      {
        '/': page('Start', link('/x')),
        '/sitemap.xml': sitemap(['http://h/guide/a/', 'http://h/guide/b/']),
        '/guide/a/': page('A', link('../b/')),
        '/guide/b/': page('B'),
      },
      ['--paths', 'guide/a'],
    );
    expect(paths).toEqual(['guide/a/index.html', 'index.html']);
  });
});

describe('the first page of a bundle', () => {
  it.each(
    firstOf<[what: string, start: string, leadsTo: string]>(2, [
      ['without a slash at its end', '/docs', 'docs.html'],
      ['that redirects', '/old', 'docs/intro.html'],
      ['with one', '/docs/', 'docs/index.html'],
      ['of one page', '/docs/start.php?lang=en', 'docs/start.php~'],
    ]),
  )('leads to the address that was given: one %s', async (_what, start, leadsTo) => {
    const { text } = await exported(
      {
        '/': page('Company', link('/docs')),
        '/docs': page('Docs', link('docs/intro')),
        '/docs/': page('Docs with a slash', link('intro')),
        '/docs/start.php?lang=en': page('Start', link('intro')),
        '/docs/intro': page('Intro'),
        '/old': redirect('/docs/intro'),
      },
      [],
      start,
    );
    expect(text('index.html')).toContain(`http-equiv="refresh" content="0; url=${leadsTo}`);
    // Without the slash, a relative link resolves to another address.
    if (start === '/docs') expect(text('docs.html')).toContain('href="docs/intro.html"');
  });
});

describe('other names of a live site', () => {
  it('are the host that its start page calls canonical', async () => {
    const { paths, text } = await exported({
      '/': page('Start', link('https://docs.example.com/a')).replace(
        '<title>',
        '<link rel="canonical" href="https://docs.example.com/"><title>',
      ),
      '/a': page('A', link('http://docs.example.com/#top')),
    });
    expect(paths).toEqual(['a.html', 'index.html']);
    expect(text('index.html')).toContain('<a href="a.html">');
    expect(text('index.html')).toContain('<link rel="canonical" href="https://docs.example.com/">');
  });

  it('are the domain that it is exported for', async () => {
    const { paths, text, origin } = await exported(
      {
        '/': page('Start', `${link('https://docs.example.com/x')}${link('http://docs.example.com/y?a=1#b')}`),
        '/x': page('X', link('//docs.example.com/')),
        '/y?a=1': page('Y'),
        '/z': page('Z'),
      },
      ['--domain', 'docs.example.com'],
    );
    expect(paths).toEqual(['index.html', 'x.html', expect.stringMatching(/^y~\w{8}\.html$/)]);
    expect(origin.countOf('/x')).toBe(1);
    expect(text('index.html')).toContain('<a href="x.html">');
    expect(text('index.html')).toContain(`<a href="${paths[2]}#b">`);
    expect(text('x.html')).toContain('<a href="index.html">');
  });

  it.each(
    firstOf<[what: string, head: string, args: string[]]>(1, [
      ['that it calls canonical', '<link rel="canonical" href="https://docs.example.com/">', []],
      ['that it is exported for', '', ['--domain', 'docs.example.com']],
    ]),
  )('are found where alternates and pickers alone name the host %s', async (_what, head, args) => {
    const alternate = '<link rel="alternate" hreflang="de" href="https://docs.example.com/de/">';
    const options = ['/fr/', '/v2/'].map(
      (place) => `<option value="https://docs.example.com${place}">${place}</option>`,
    );
    const { paths } = await exported(
      {
        '/': page('Start', `<select>${options.join('')}</select>`).replace(
          '<title>',
          `${head}${alternate}<title>`,
        ),
        '/de/': page('Deutsch'),
        '/fr/': page('Français'),
        '/v2/': page('Second'),
      },
      args,
    );
    expect(paths).toEqual(['de/index.html', 'fr/index.html', 'index.html', 'v2/index.html']);
  });

  it('have one name, though a folder answers with its index.html', async () => {
    const start = page('Start', `${link('/a/index.html#x')} ${link('/b/index.html')}`);
    const { paths, text } = await exported({
      '/': start,
      '/index.html': start,
      '/a/': page('A', link('../index.html')),
      '/a/index.html': page('A', link('../index.html')),
      '/b/': page('Another list'),
      '/b/index.html': page('B'),
    });
    const [own = ''] = paths.filter((path) => path.startsWith('b/index'));
    expect(paths).toEqual(['a/index.html', own, 'index.html']);
    expect(text('a/index.html')).toContain('href="../index.html"');
    expect(text('index.html')).toContain('href="a/index.html#x"');
    expect(text(own)).toContain('<title>B</title>');
  });

  it('are the one host that its sitemap speaks of', async () => {
    const { paths } = await exported({
      '/': page('Start'),
      '/sitemap.xml': sitemap(['https://public.example.com/a']),
      '/a': page('A', link('https://public.example.com/b')),
      '/b': page('B'),
    });
    expect(paths).toEqual(['a.html', 'b.html', 'index.html']);
  });

  it.runIf(isFullRun)('are not the hosts that it merely links to', async () => {
    const { text } = await exported({
      '/': page(
        'Start',
        `${link('https://other.example/a')}<script src="https://cdn.example/x.js"></script>`,
      ),
    });
    expect(text('index.html')).toContain('href="https://other.example/a"');
    expect(text('index.html')).not.toContain('cdn.example');
  });
});

describe('redirects', () => {
  it('stay reachable, and links lead to their end', async () => {
    const { paths, text } = await exported({
      '/': page('Start', `${link('/docs/x')}${link('/one')}`),
      '/docs/x': redirect('/en/docs/x', 307),
      '/en/docs/x': page('X'),
      '/one': redirect('/two', 301),
      '/two': redirect('/three', 308),
      '/three': page('Three'),
    });
    expect(paths).toEqual([
      'docs/x.html',
      'en/docs/x.html',
      'index.html',
      'one.html',
      'three.html',
      'two.html',
    ]);
    expect(text('index.html')).toContain('href="en/docs/x.html"');
    expect(text('index.html')).toContain('href="three.html"');
    expect(text('docs/x.html')).toContain('url=../en/docs/x.html');
  });

  it('to themselves that only want a cookie back get it', async () => {
    const { paths } = await exported({
      '/': page('Start', link('/a')),
      '/a': (request, response) => {
        if (request.headers.cookie === 'seen=1')
          response.writeHead(200, { 'content-type': 'text/html' }).end(page('A'));
        else response.writeHead(302, { location: '/a', 'set-cookie': 'seen=1; Path=/; HttpOnly' }).end();
      },
    });
    expect(paths).toEqual(['a.html', 'index.html']);
  });
});

describe('files of asset hosts', () => {
  it.runIf(isFullRun)('come along, with what they load, under names that browsers know by file', async () => {
    const cdn = await startOrigin({
      '/css2?family=X': { headers: { 'content-type': 'text/css' }, body: '@font-face{src:url(/font?x)}' },
      '/font?x': { headers: { 'content-type': 'font/woff2' }, body: Buffer.from('font') },
      '/lib': { headers: { 'content-type': 'text/javascript' }, body: 'go()' },
      '/more': page('no page of the site'),
    });
    const { paths, text } = await exported(
      {
        '/': page(
          'Start',
          `<link rel="stylesheet" href="${cdn.address}/css2?family=X" crossorigin><script src="${cdn.address}/lib"></script>${link(`${cdn.address}/more`)}`,
        ),
      },
      ['--asset-host', cdn.host],
    );
    const folder = `_assets/127.0.0.1_${cdn.port}`;
    expect(paths).toEqual([
      expect.stringMatching(new RegExp(`^${folder}/css2~\\w{8}\\.css$`)),
      expect.stringMatching(new RegExp(`^${folder}/font~\\w{8}\\.woff2$`)),
      `${folder}/lib.js`,
      'index.html',
    ]);
    expect(text('index.html')).toContain(`<script src="${folder}/lib.js">`);
    expect(text('index.html')).toContain(`href="${cdn.address}/more"`);
    expect(cdn.requests).not.toContain('GET /more');
  });
});

describe('queries', () => {
  it('select pages, but for sessions and campaigns', async () => {
    const { paths, origin } = await exported({
      '/': page(
        'Start',
        [
          '/p?id=1',
          '/p?id=2&utm_source=mail',
          '/p?id=1&PHPSESSID=abc',
          '/q;jsessionid=123?x=1',
          '/p?sid=0123456789abcdef',
        ]
          .map(link)
          .join(''),
      ),
      '/p': page('P'),
      '/p?id=1': page('One'),
      '/p?id=2': page('Two'),
      '/q?x=1': page('Q'),
    });
    expect(paths).toHaveLength(5); // start, p, p?id=1, p?id=2, q?x=1
    expect(origin.requests.filter((request) => /utm|sess|sid=/i.test(request))).toEqual([]);
  });

  it.runIf(isFullRun)('that name a heading of a docsify page are no pages of their own', async () => {
    const { paths, text, origin } = await exported({
      '/': page(
        'Start',
        `<script>window.$docsify = {}</script>${link('/quickstart?id=install')}${link('/quickstart')}`,
      ),
      '/quickstart': page('Quick start', '<h2 id="install">Install</h2>'),
    });
    expect(paths).toEqual(['index.html', 'quickstart.html']);
    expect(text('index.html')).toContain('href="quickstart.html#install"');
    expect(origin.requests).not.toContain('GET /quickstart?id=install');
  });
});

describe('what is no page', () => {
  it.runIf(isFullRun)(
    'is never saved as one: bodies of 404 answers, code that looks like links, data and file addresses',
    async () => {
      const { paths, origin, data } = await exported({
        '/': page(
          'Start',
          `${link('/gone')}${link('file:///etc/passwd')}<img src="data:image/png;base64,AAAA"><pre>&lt;a href="/{exampleCode}"&gt;</pre><script>var x = '<a href="/in-a-script">';</script>${link('mailto:a@b.c')}${link('javascript:void(0)')}`,
        ),
      });
      expect(paths).toEqual(['index.html']);
      expect(
        origin.requests.filter((request) => /exampleCode|in-a-script|from-the-404|passwd/.test(request)),
      ).toEqual([]);
      expect(reportOf(data).brokenAtSource).toMatchObject([{ url: '/gone' }]);
      expect(reportOf(data).invalid).toMatchObject([{ url: 'file:///etc/passwd' }]);
    },
  );

  it('comes along as a file when it is linked to', async () => {
    const { paths } = await exported({
      '/': page('Start', link('/manual.pdf')),
      '/manual.pdf': { headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF') },
    });
    expect(paths).toEqual(['index.html', 'manual.pdf']);
  });
});

describe('a dry run of a live site', () => {
  it('says what its export would begin with, and writes nothing', async () => {
    const origin = await startOrigin({
      '/docs/': page('Start', `${link('/docs/a')}${link('/docs/logo.png')}${link('/blog/')}`),
      '/sitemap.xml': '<urlset><url><loc>/docs/b</loc></url></urlset>',
    });
    const { code, stdout } = await offprint([
      ...['export', `${origin.address}/docs/`, '--dry-run', '--json', '--data', dataFolder()],
      ...['--exclude', '/docs/a'],
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      url: `${origin.address}/docs/`,
      begins: ['/docs/', '/docs/b', '/docs/logo.png'],
      outOfScope: [
        { url: '/blog/', reason: 'not below the start address' },
        { url: '/docs/a', reason: 'excluded' },
      ],
    });
    expect(origin.requests).toEqual(['GET /docs/', 'GET /robots.txt', 'GET /sitemap.xml']);
  });
});
