import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Files, makeSite, page, pathsOf, unpacked } from '../stand-ins/fixture-site.ts';
import { exportFolder } from '../stand-ins/folder-job.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { readBundle } from './reader.ts';

/** A page with more than a title in its head. */
function headed(title: string, head: string, body = ''): string {
  return page(title, body).replace('</head>', `${head}</head>`);
}

const NO_PAGES = { sampleMax: 0 } as const;

async function textsOf(archive: string): Promise<(file: string) => string> {
  const files = await unpacked(archive);
  return (file) => files.get(file)?.toString() ?? '';
}

describe('a folder that was built to stand below a path of its host', () => {
  const dot =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';
  const sheet = '<link rel="stylesheet" href="/project/look.css">';
  const built = {
    'index.html': headed(
      'Start',
      sheet,
      '<a href="/project/docs/intro">Intro</a><img src="/project/img/dot.svg">',
    ),
    'docs/intro.html': headed('Intro', sheet, '<a href="/project/">Home</a> <a href="/">Company</a>'),
    'img/dot.svg': dot,
    'look.css': 'h1{color:red}',
  };

  it('is read from the links that name that path', async () => {
    const { archive, report } = await exportFolder(makeSite(built), NO_PAGES);

    const text = await textsOf(archive);
    expect(text('index.html')).toContain('href="docs/intro.html"');
    expect(text('index.html')).toContain('href="look.css"');
    expect(text('docs/intro.html')).toContain('href="../index.html"');
    expect(text('docs/intro.html')).not.toContain('href="/"'); // its parent is not in the folder
    expect(report.brokenAtSource).toEqual([]);
    const { pages, failed } = await readBundle(archive);
    expect(pages.map(({ file, brokenPictures }) => [file, brokenPictures])).toEqual([
      ['index.html', 0],
      ['docs/intro.html', 0],
    ]);
    expect(failed).toEqual([]);
  });

  it('shows scripts the address that it was built for', async () => {
    const script = '<p id="at"></p><script>at.textContent = location.pathname</script>';
    const site = makeSite({ ...built, 'docs/where.html': headed('Where', sheet, script) });
    const { archive } = await exportFolder(site, { ...NO_PAGES, render: 'always' });
    expect((await textsOf(archive))('docs/where.html')).toContain('/project/docs/where');
  });

  it.runIf(isFullRun)('stands where the option says', async () => {
    const single = {
      'index.html': page('Start', '<a href="/a/b/guide">Guide</a>'),
      'guide.html': page('Guide'),
    };
    const inferred = await exportFolder(makeSite(single), NO_PAGES);
    expect(inferred.report.brokenAtSource.map(({ url }) => url)).toEqual(['/a/b/guide']);
    for (const base of ['/a/b/', 'a/b', 'https://docs.example.com/a/b/']) {
      const { archive } = await exportFolder(makeSite(single), { ...NO_PAGES, base });
      expect((await textsOf(archive))('index.html')).toContain('href="guide.html"');
    }
    const { report } = await exportFolder(makeSite(built), { ...NO_PAGES, base: '/' });
    expect(report.brokenAtSource.map(({ url }) => url)).toContain('/project/look.css');
  });

  it.each(
    firstOf<[what: string, files: Files]>(2, [
      [
        'a folder of that name',
        {
          'index.html': page('Start', '<a href="/en/guide">x</a><a href="/en/usage">y</a>'),
          'en/other.html': page('Other'),
        },
      ],
      [
        'more that is there as it stands',
        {
          'index.html': page(
            'Start',
            '<a href="/guide">1</a><a href="/usage">2</a><a href="/en/guide">3</a><a href="/en/usage">4</a>',
          ),
        },
      ],
      [
        'one link that happens to end like a file',
        { 'index.html': page('Start', '<a href="/old/guide">x</a>') },
      ],
      [
        'links to folders that lack',
        { 'index.html': page('Start', '<a href="/blog/">x</a><a href="/shop/">y</a>') },
      ],
    ]),
  )('is not made of %s', async (_what, files) => {
    const site = makeSite({ 'guide.html': page('Guide'), 'usage.html': page('Usage'), ...files });
    const { report } = await exportFolder(site, NO_PAGES);
    expect(report.brokenAtSource.length).toBeGreaterThan(0);
  });
});

describe('addresses of its own in a folder', () => {
  const link =
    '<a href="https://docs.example.com/manual/guide">Guide</a> <a href="https://docs.example.com/blog">Blog</a>';

  it('are those that its canonical links say', async () => {
    const head = '<link rel="canonical" href="https://docs.example.com/manual/">';
    const site = makeSite({ 'index.html': headed('Start', head, link), 'guide.html': page('Guide') });
    const text = await textsOf((await exportFolder(site, NO_PAGES)).archive);
    expect(text('index.html')).toContain('<a href="guide.html">');
    expect(text('index.html')).toContain('<a href="https://docs.example.com/blog">');
    expect(text('index.html')).toContain(head);
  });

  it('are those that its sitemap lists', async () => {
    const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>https://docs.example.com/manual/</loc></url><url><loc>https://docs.example.com/manual/guide</loc></url></urlset>`;
    const site = makeSite({
      'index.html': page('Start', link),
      'guide.html': page('Guide'),
      'sitemap.xml': sitemap,
    });
    const text = await textsOf((await exportFolder(site, NO_PAGES)).archive);
    expect(text('index.html')).toContain('<a href="guide.html">');
    expect(text('index.html')).toContain('<a href="https://docs.example.com/blog">');
    expect(text('sitemap.xml')).toBe(sitemap);
  });

  it('are other places where nothing says that they are its own', async () => {
    const site = makeSite({ 'index.html': page('Start', link), 'guide.html': page('Guide') });
    const { archive } = await exportFolder(site, NO_PAGES);
    expect((await textsOf(archive))('index.html')).toContain(link);
    expect(await pathsOf(archive)).toEqual(['guide.html', 'index.html']);
  });
});

describe('what a folder says to its host', () => {
  const pages = {
    'guide/install.html': page('Install', 'Install steps'),
    'guide/usage.html': page('Usage', 'How to use it'),
  };
  const links =
    '<a href="/old-install">1</a> <a href="/docs/usage#more">2</a> <a href="/guide/install">3</a>';

  it.each(
    firstOf<[string, Files]>(1, [
      ['_redirects', { _redirects: '/old-install /guide/install 301\n/docs/* /guide/:splat 301\n' }],
      [
        'vercel.json',
        {
          'vercel.json': JSON.stringify({
            redirects: [
              { source: '/old-install', destination: '/guide/install' },
              { source: '/docs/:path*', destination: '/guide/:path*' },
            ],
          }),
        },
      ],
      [
        'staticwebapp.config.json',
        {
          'staticwebapp.config.json': JSON.stringify({
            routes: [
              { route: '/old-install', redirect: '/guide/install', statusCode: 301 },
              { route: '/docs/usage', redirect: '/guide/usage' },
            ],
          }),
        },
      ],
      [
        '.htaccess',
        { '.htaccess': 'Redirect 301 /old-install /guide/install\nRedirectMatch ^/docs/(.*) /guide/$1\n' },
      ],
    ]),
  )('leads links to where they go on there: %s', async (name, files) => {
    const site = makeSite({ 'index.html': page('Start', links), ...pages, ...files });
    const { archive, report } = await exportFolder(site, NO_PAGES);
    const text = await textsOf(archive);
    expect(text('index.html')).toContain(
      '<a href="guide/install.html">1</a> <a href="guide/usage.html#more">2</a> <a href="guide/install.html">3</a>',
    );
    expect(report.brokenAtSource).toEqual([]);
    expect(text(name)).toBe('');
    expect(report.skipped.map(({ url }) => url)).toContain(`/${name}`);
  });

  it('leads to other sites where it says so', async () => {
    const site = makeSite({
      'index.html': page('Start', '<a href="/code">1</a> <a href="/code#readme">2</a><img src="/code">'),
      _redirects: '/code https://code.example.com/docs 302\n',
    });
    const { archive, report } = await exportFolder(site, NO_PAGES);
    expect((await textsOf(archive))('index.html')).toContain(
      '<a href="https://code.example.com/docs">1</a> <a href="https://code.example.com/docs#readme">2</a>',
    );
    expect(report.missing).toEqual([]);
    expect(report.skipped).toContainEqual(
      expect.objectContaining({ url: '/code', reason: 'leads to another site' }),
    );
  });

  it('shows a page under another address, and no page where a picture lacks', async () => {
    const site = makeSite({
      'index.html': page('Start', '<a href="/app/deep/place">App</a><img src="/app/lacks.png">'),
      'app/index.html': page('App'),
      _redirects: '/app/* /app/index.html 200\n',
    });
    const { archive, report } = await exportFolder(site, NO_PAGES);
    expect((await textsOf(archive))('app/deep/place.html')).toContain('<h1>App</h1>');
    expect(report.brokenAtSource.map(({ url }) => url)).toEqual(['/app/lacks.png']);
  });

  it('says where readers begin', async () => {
    const site = makeSite({
      'en/index.html': page('Start'),
      'de/index.html': page('Anfang'),
      _redirects: '/ /en/ 302',
    });
    const { archive } = await exportFolder(site, NO_PAGES);
    expect((await textsOf(archive))('index.html')).toContain('url=en/index.html');
  });

  it('goes before a file only where it says so', async () => {
    const site = makeSite({
      'index.html': page('Start', '<a href="/a">A</a> <a href="/b">B</a>'),
      'a.html': page('Own A'),
      'b.html': page('Own B'),
      'new.html': page('New'),
      _redirects: '/a /new\n/b /new 301!\n',
    });
    const { archive } = await exportFolder(site, NO_PAGES);
    expect((await textsOf(archive))('index.html')).toContain(
      '<a href="a.html">A</a> <a href="new.html">B</a>',
    );
  });

  it('holds below the path that it was built for', async () => {
    const site = makeSite({
      'index.html': page('Start', '<a href="/project/old">1</a><a href="/project/guide/usage">2</a>'),
      ...pages,
      _redirects: '/project/old /project/guide/install 301\n',
    });
    const { archive } = await exportFolder(site, { ...NO_PAGES, base: '/project' });
    expect((await textsOf(archive))('index.html')).toContain('<a href="guide/install.html">1</a>');
  });
});

describe('what lies compressed in a folder', () => {
  const dot =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';

  it('is shown as what it is', async () => {
    const pictures =
      '<img src="a.svgz"><img src="plain.svgz"><object data="b.svgz" type="image/svg+xml"></object>';
    const site = makeSite({
      'index.html': headed(
        'Start',
        '<link rel="stylesheet" href="look.css"><script src="app.js"></script>',
        pictures,
      ),
      'a.svgz': gzipSync(dot),
      'b.svgz': gzipSync(dot),
      'plain.svgz': dot,
      'look.css.gz': gzipSync('h1{color:red}'),
      'app.js.br': brotliCompressSync('window.ran = 1;'),
      'guide.html': gzipSync(page('Guide', 'Compressed for its store')),
    });
    const { archive, report } = await exportFolder(site, { ...NO_PAGES, render: 'never' });
    const text = await textsOf(archive);
    for (const file of ['a.svg', 'b.svg', 'plain.svg']) expect(text(file)).toBe(dot);
    expect(text('look.css')).toBe('h1{color:red}');
    expect(text('app.js')).toBe('window.ran = 1;');
    expect(text('guide.html')).toContain('<h1>Guide</h1>');
    expect(report.brokenAtSource).toEqual([]);
    expect(await pathsOf(archive)).toHaveLength(7);
    const { pages, failed } = await readBundle(archive);
    expect(pages[0]?.brokenPictures).toBe(0);
    expect(failed).toEqual([]);
  });
});
