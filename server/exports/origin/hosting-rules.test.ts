import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/stand-ins/fixture-site.ts';
import { firstOf } from '../../../test/stand-ins/full.ts';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { htaccessRules } from './hosting/htaccess.ts';
import { netlifyRules } from './hosting/netlify.ts';
import type { HostingRule } from './hosting/rule.ts';
import { staticWebAppRules } from './hosting/static-web-app.ts';
import { vercelRules } from './hosting/vercel.ts';
import { readHostingRules } from './hosting-rules.ts';
import { listDirectory } from './list-directory.ts';

/**
 * Describes the first rule that matches: `301 /b` for a redirect, `200 /b` for a rewrite, `301! /b` if it takes
 * precedence over a file of the path.
 */
function answer(rules: readonly HostingRule[], path: string): string | undefined {
  for (const { match, isForced } of rules) {
    const target = match(path);
    if (target) return `${target.status}${isForced ? '!' : ''} ${target.to}`;
  }
  return undefined;
}

type Cases = [path: string, answer: string | undefined][];

describe('_redirects', () => {
  const rules = netlifyRules(`
# comment
/old-install  /guide/install  301
/docs/*  /guide/:splat   # the rest
/news/:year/:name  /blog/:name/:year 302
/forced /there 301!
/away https://other.example.com:8080/:splat 301
/ /en/ 302
/q id=:id /by-id/:id 301
/land /de 302 Country=de
https://old.example.com/* /new/:splat 301
/app/* /app/index.html 200
/gone /404.html 404
/broken
`);
  it.each<[string, string | undefined]>([
    ['/old-install', '301 /guide/install'],
    ['/old-install/', '301 /guide/install'],
    ['/old-install/more', undefined],
    ['/docs/a/b', '301 /guide/a/b'],
    ['/docs', '301 /guide/'],
    ['/news/2024/launch', '302 /blog/launch/2024'],
    ['/forced', '301! /there'],
    ['/away', '301 https://other.example.com:8080/'],
    ['/', '302 /en/'],
    ['/q', undefined],
    ['/land', undefined],
    ['/new/x', undefined],
    ['/app/some/where', '200 /app/index.html'],
    ['/gone', undefined],
    ['/broken', undefined],
  ])('%s: %s', (path, expected) => expect(answer(rules, path)).toBe(expected));
});

describe('vercel.json', () => {
  const rules = vercelRules(
    JSON.stringify({
      cleanUrls: true,
      redirects: [
        { source: '/old', destination: '/new' },
        { source: '/temporary', destination: '/new', permanent: false },
        { source: '/status', destination: '/new', statusCode: 302 },
        { source: '/docs/:path*', destination: '/guide/:path*' },
        { source: '/v:version(\\d+)/:page', destination: '/:page?of=:version' },
        { source: '/number/(\\d+)', destination: '/n/$1' },
        { source: '/asked', destination: '/x', has: [{ type: 'query', key: 'a' }] },
        { source: 5 },
      ],
      rewrites: [{ source: '/app/(.*)', destination: '/app.html' }],
    }),
  );
  it.each<[string, string | undefined]>([
    ['/old', '308! /new'],
    ['/older', undefined],
    ['/temporary', '307! /new'],
    ['/status', '302! /new'],
    ['/docs', '308! /guide/'],
    ['/docs/a/b', '308! /guide/a/b'],
    ['/v2/start', '308! /start?of=2'],
    ['/vx/start', undefined],
    ['/number/7', '308! /n/7'],
    ['/asked', undefined],
    ['/app/deep/er', '200 /app.html'],
  ])('%s: %s', (path, expected) => expect(answer(rules, path)).toBe(expected));

  it.each(['', '{', '[]', '{"redirects":{}}'])('without sense says nothing: %s', (text) =>
    expect(vercelRules(text)).toEqual([]),
  );
});

describe('staticwebapp.config.json', () => {
  const rules = staticWebAppRules(
    JSON.stringify({
      routes: [
        { route: '/old', redirect: '/new', statusCode: 301 },
        { route: '/plain', redirect: '/new' },
        { route: '/docs/*', rewrite: '/docs/index.html' },
        { route: '/staff/*', redirect: '/login', allowedRoles: ['staff'] },
        { route: '/send', redirect: '/x', methods: ['POST'] },
      ],
      navigationFallback: { rewrite: '/index.html', exclude: ['/images/*.{png,gif}', '/css/*'] },
    }),
  );
  it.each<[string, string | undefined]>([
    ['/old', '301! /new'],
    ['/plain', '302! /new'],
    ['/docs/a', '200! /docs/index.html'],
    ['/images/a.png', undefined],
    ['/css/a', undefined],
    ['/images/a.svg', '200 /index.html'],
    ['/staff/a', '200 /index.html'],
  ])('%s: %s', (path, expected) => expect(answer(rules, path)).toBe(expected));
});

describe('.htaccess', () => {
  const text = `
# Redirect /no /x
Redirect 301 /old /new
Redirect /plain /new
Redirect gone /away
RedirectPermanent /manual https://docs.example.com/manual
RedirectMatch 302 ^/v(\\d)/(.*)$ "/version-$1/$2"
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteRule ^index\\.php$ - [L]
RewriteRule ^topic-(\\w+)\\.php$ topics/$1.html [R=301,L]
RewriteCond %{HTTP_HOST} ^www\\.
RewriteRule ^(.*)$ https://example.com/$1 [R=301,L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule ^app/ /app.html [NC,L]
</IfModule>
<Files "secret.html">
Redirect /secret /x
</Files>
`;
  it.each<[string, string | undefined]>([
    ['/old', '301! /new'],
    ['/old/page.html', '301! /new/page.html'],
    ['/older', undefined],
    ['/plain', '302! /new'],
    ['/away', undefined],
    ['/manual/a', '301! https://docs.example.com/manual/a'],
    ['/v2/a/b', '302! /version-2/a/b'],
    ['/index.php', undefined],
    ['/topic-git.php', '301! /topics/git.html'],
    ['/anything', undefined],
    ['/APP/x', '200 /app.html'],
    ['/secret', undefined],
    ['/no', undefined],
  ])('%s: %s', (path, expected) => expect(answer(htaccessRules(text, ''), path)).toBe(expected));

  it('of a folder is about what is below it', () => {
    const rules = htaccessRules('RewriteRule ^old$ new [R=301]\nRewriteRule ^up$ /top [R]', '/docs');
    const cases: Cases = [
      ['/docs/old', '301! /docs/new'],
      ['/docs/up', '302! /top'],
      ['/old', undefined],
    ];
    for (const [path, expected] of cases) expect(answer(rules, path)).toBe(expected);
  });

  it('with a pattern that is none says nothing of it', () => {
    expect(htaccessRules('RedirectMatch 301 ^/( /x', '')).toEqual([]);
  });

  it('whose expression tries without end is matched at once; one that looks around is not known', () => {
    const rules = htaccessRules('RedirectMatch 301 ^/(a+)+$ /x\nRedirectMatch 301 ^/(?!b)(c+)+$ /y', '');
    expect(answer(rules, '/aaa')).toBe('301! /x');
    expect(answer(rules, `/${'a'.repeat(60)}b`)).toBeUndefined();
    expect(answer(rules, '/ccc')).toBeUndefined();
  }, 5_000);
});

describe('rules that depend on more than the address', () => {
  it('are named, so that somebody may miss them', async () => {
    const folder = temporaryFolder('conditional');
    const files = {
      _redirects: '/land /de 302 Country=de\n/q id=:id /by-id/:id 301\n/old /new 301\n/broken\n',
      'vercel.json': JSON.stringify({
        redirects: [
          { source: '/beta', destination: '/next', has: [{ type: 'cookie', key: 'beta' }] },
          { source: '/a', destination: '/b' },
        ],
      }),
      '.htaccess':
        'RewriteCond %{HTTP_ACCEPT_LANGUAGE} ^de\nRewriteRule ^$ /de/ [R]\nRewriteCond %{HTTPS} off\nRewriteRule .* - [F]\n',
      'staticwebapp.config.json': JSON.stringify({
        routes: [
          { route: '/members', redirect: '/members/start', allowedRoles: ['authenticated'] },
          { route: '/api/*', rewrite: '/api', methods: ['POST'] },
          { route: '/internal/*', allowedRoles: ['editor'] },
          { route: '/c', redirect: '/d' },
        ],
      }),
      'index.html': '<h1>Start</h1>',
    };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
    expect(readHostingRules(folder, await listDirectory(folder, null), '').conditional).toEqual([
      '_redirects: /land /de 302 Country=de',
      '_redirects: /q id=:id /by-id/:id 301',
      'vercel.json: /beta /next',
      'staticwebapp.config.json: /members /members/start',
      '/.htaccess: RewriteRule ^$ /de/ [R]',
    ]);
  });
});

describe('a folder with rules made to take up its reader', () => {
  const LONG_PATH = `/${'a'.repeat(900)}`;
  const SLOW = `^/${'(?:[^b]{0,1000})'.repeat(25)}[xz]$`;

  async function rulesOf(files: Readonly<Record<string, string>>) {
    const folder = temporaryFolder('hosting');
    for (const [name, text] of Object.entries({ 'index.html': '<p>Hello', ...files })) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    return readHostingRules(folder, await listDirectory(folder, null), '');
  }

  it.each(
    firstOf<[string, Readonly<Record<string, string>>]>(1, [
      [
        'expressions that compile to many instructions',
        { '.htaccess': `RedirectMatch ${SLOW} /x\n`.repeat(50) },
      ],
      ['many expressions', { '.htaccess': 'RedirectMatch ^/(a?)(a?)(a?)(a?)(a?)[xz] /x\n'.repeat(90_000) }],
      [
        'files in many folders',
        Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [
            `${index}/.htaccess`,
            'RewriteRule ^a+x$ /b\n'.repeat(20_000),
          ]),
        ),
      ],
      ['comments on lines that end otherwise', { _redirects: `${' #'.repeat(200_000)}\u2028` }],
      [
        'targets that take in the path many times',
        {
          'vercel.json': JSON.stringify({
            redirects: [{ source: '/(.*)', destination: `/${'$1'.repeat(400_000)}` }],
          }),
        },
      ],
    ]),
  )(
    'is read and asked in time: %s',
    async (_, files) => {
      const started = threadMs();
      const rules = await rulesOf(files);
      for (let count = 0; count < 3; count++) rules.targetOf(LONG_PATH, false);
      expect(threadMs() - started).toBeLessThan(10_000);
      expect(rules.targetOf(LONG_PATH, false)?.to.length ?? 0).toBeLessThan(10_000_000);
    },
    120_000,
  );

  it('has the redirects of thousands of pages all the same', async () => {
    const lines = Array.from({ length: 4_500 }, (_, index) => `/blog/post-${index}.html /posts/${index}/`);
    const rules = await rulesOf({ _redirects: `${lines.join('\n')}\n/docs/* /guide/:splat` });
    expect(rules.targetOf('/blog/post-4499.html', false)?.to).toBe('/posts/4499/');
    expect(rules.targetOf('/docs/a', false)?.to).toBe('/guide/a');
  });
});
