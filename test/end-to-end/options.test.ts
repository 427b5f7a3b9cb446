import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  absentFolder,
  dataFolder,
  exportSite,
  makeSite,
  manyPages,
  NO_BROWSER,
  offprint,
  page,
  pathsOf,
  reportOf,
  temporaryFolder,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';

const site = makeSite({
  'index.html': page('Start', '<a href="guide/one.html">1</a><a href="blog/post.html">2</a>'),
  'guide/one.html': page('One', '<img src="../img/used.png"><a href="two.html">two</a>'),
  'guide/two.html': page('Two'),
  'guide/café.html': page('Café'),
  'blog/post.html': page('Post'),
  'img/used.png': 'used',
  'img/unused.png': 'unused',
});

describe('options that are not right', () => {
  const cases: readonly (readonly [args: readonly string[], says: string])[] = [
    [['--colour', 'red'], "unknown option '--colour'"],
    [['--max-pages', 'many'], 'Use a whole number.'],
    [['--max-pages', '1.5'], 'Use a whole number.'],
    [['--max-pages', '0'], '--max-pages is not valid. Use 1 or more.'],
    [['--concurrency', '65'], '--concurrency is not valid. Use 64 or less.'],
    [['--acquire-max', '6'], 'Use a value with a unit, such as 90s or 6h.'],
    [['--data', ''], 'Use the path of a folder, or omit the option.'],
    [['--format', 'rar'], 'Allowed choices are zip, tar.gz'],
    [['--deployment', 'moon'], 'Allowed choices are'],
    [
      ['--domain', 'https://docs.example.com'],
      '(for example, docs.example.com), without a protocol, port or path.',
    ],
    [['--domain', 'docs.example.com:8080'], 'is not a host name'],
    [['--domain', 'docs.example.com/guide'], 'is not a host name'],
    [['--domain', '-docs.example.com'], 'is not a host name'],
    [['--domain', ''], 'is not a host name'],
    [['--label', 'version 1'], 'A version label must be 1 to 64 characters long'],
    [['--label', ''], 'A version label must be 1 to 64 characters long'],
    [['--label', 'x'.repeat(65)], 'A version label must be 1 to 64 characters long'],
    [['--out', 'bundle.rar'], 'The bundle\'s file name must end in .zip or .tar.gz, not "bundle.rar".'],
    [['--out', path.join('missing', 'bundle.zip')], 'Create it first.'],
    [['another', 'argument'], 'too many arguments'],
  ];

  it.each(cases)('%j', async (args, says) => {
    const data = absentFolder('data');

    const { code, stderr, stdout } = await offprint(['export', site, '--data', data, ...args], {
      cwd: temporaryFolder('work'),
    });

    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
    expect(code).toBe(2);
    expect(fs.existsSync(data)).toBe(false);
  });

  it('refuses a name for the bundle that is a folder', async () => {
    const out = path.join(temporaryFolder(), 'x.zip');
    fs.mkdirSync(out);

    const { code, stderr } = await offprint(['export', site, '--out', out, '--data', dataFolder()]);

    expect(code).toBe(2);
    expect(stderr).toContain(
      `"${out}" is a folder. Use a file name such as ${path.join(out, 'handbook.zip')}.`,
    );
  });

  it('refuses a place for the bundle that is inside the site', async () => {
    const out = path.join(site, 'x.zip');

    const { code, stderr } = await offprint(['export', site, '--out', out, '--data', dataFolder()]);

    expect(code).toBe(2);
    expect(stderr).toContain(`The bundle ${out} would be inside the site and become part of it.`);
  });

  it('refuses commands that do not exist', async () => {
    const { code, stderr } = await offprint(['exprot', site]);

    expect(code).toBe(2);
    expect(stderr).toContain("unknown command 'exprot'");
  });

  it('refuses a format that the name of the bundle contradicts', async () => {
    const out = path.join(temporaryFolder(), 'x.zip');

    const { code, stderr } = await offprint(['export', site, '--out', out, '--format', 'tar.gz']);

    expect(code).toBe(2);
    expect(stderr).toContain('The format tar.gz does not match the name x.zip.');
    expect(fs.existsSync(out)).toBe(false);
  });

  it('refuses features that a deployment cannot have', async () => {
    const { code, stderr } = await offprint(['export', site, '--keep', 'assistant', '--data', dataFolder()]);

    expect(code).toBe(2);
    expect(stderr).toContain('assistant');
  });

  it.each(['verify', 'check'])('%s says that there is no such bundle', async (command) => {
    const file = path.join(temporaryFolder(), 'gone.zip');

    const { code, stderr } = await offprint([command, file]);

    expect(code).toBe(2);
    expect(stderr).toContain(`There is no file ${file}. Check the path.`);
  });

  it.each(
    firstOf(3, [
      ['verify'],
      ['check'],
      ['delta', 'apply'],
      ['jobs', '--server', 'https://127.0.0.1:1', '--ca'],
      ['secrets', 'set', 'name', '--file'],
      ['export', 'https://127.0.0.1:1/', '--ca-bundle'],
    ]),
  )('%s … waits for no pipe and reads no device without end', async (...args) => {
    const pipe = path.join(temporaryFolder(), 'pipe.zip');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    for (const file of [pipe, '/dev/zero']) {
      const rest = args[0] === 'delta' ? [file, '--out', `${pipe}.out.zip`] : [];
      const env = { OFFPRINT_API_KEY: 'offp_x' };
      const data = ['verify', 'check', 'delta', 'jobs'].includes(args[0] ?? '')
        ? []
        : ['--data', dataFolder()];
      const { code, stderr } = await offprint([...args, file, ...rest, ...data], { env });
      expect(stderr).toMatch(/is a folder, pipe or device\. Use a file\./);
      expect(code).toBe(2);
    }
  });

  it('says that there is no such job, and no such project', async () => {
    const { data } = await exportSite(site);

    for (const args of firstOf(2, [
      ['jobs', 'show'],
      ['jobs', 'retry'],
      ['jobs', 'resume'],
      ['jobs', 'delete'],
    ])) {
      const { code, stderr } = await offprint([...args, 'se_0000000000000000', '--data', data]);
      expect(stderr).toContain(
        'There is no export job se_0000000000000000. List the export jobs with: offprint jobs',
      );
      expect(code).toBe(2);
    }
    const { code, stderr } = await offprint(['projects', 'show', 'nothing', '--data', data]);
    expect(stderr).toContain('There is no project nothing. List the projects with: offprint projects');
    expect(code).toBe(2);
  });
});

describe('domains', () => {
  it('refuses a domain that another project has, and changes nothing', async () => {
    const data = dataFolder();
    const other = makeSite({ 'index.html': page('Other') }, 'other');
    await exportSite(other, ['--domain', 'docs.example.com'], { data });

    const { code, stderr } = await exportSite(site, ['--domain', 'Docs.Example.Com'], { data });

    expect(code).toBe(2);
    expect(stderr).toContain(
      'The domain docs.example.com belongs to another project. Choose another domain.',
    );
    const { stdout } = await offprint(['projects', '--json', '--data', data]);
    expect(JSON.parse(stdout)).toMatchObject({
      projects: [{ name: 'Other', domains: ['docs.example.com'] }],
    });
  });
});

describe('caps', () => {
  const pages = makeSite(manyPages(9));

  it('says which pages are above the cap on pages; with --allow-missing they count', async () => {
    const strict = await exportSite(pages, ['--max-pages', '8']);
    expect(strict.code).toBe(7);
    expect(strict.stderr).toContain('A limit was reached (maxPages: 8)');
    expect(strict.stderr).toContain(
      'Missing from the export: /p0007.html (page limit reached), /p0008.html (page limit reached).',
    );
    expect(strict.stderr).toMatch(/Raise the limit, narrow the scope .* or allow missing pages/);
    expect(fs.existsSync(strict.out)).toBe(false);

    const lenient = await exportSite(pages, ['--max-pages', '8', '--allow-missing']);
    expect(lenient.code).toBe(0);
    expect(lenient.stdout).toContain('2 missing');
    expect(await pathsOf(lenient.out)).toHaveLength(8);
    const manifest = (await unpacked(lenient.out)).get('offprint.json')?.toString() ?? '';
    expect(JSON.parse(manifest)).toMatchObject({ counts: { pages: 8, missing: 2 } });
  });

  it.runIf(isFullRun)('says what is above the cap on bytes; with --allow-missing it counts', async () => {
    const large = makeSite({
      'index.html': page('Start'),
      'large.bin': Buffer.alloc(50_000),
      'small.txt': 'x',
    });

    const strict = await exportSite(large, ['--max-bytes', '10000']);
    expect(strict.code).toBe(9);
    expect(strict.stderr).toContain('/large.bin (byte limit reached)');

    const lenient = await exportSite(large, ['--max-bytes', '10000', '--allow-missing']);
    expect(lenient.code).toBe(0);
    expect(await pathsOf(lenient.out)).toEqual(['index.html', 'small.txt']);
    expect(reportOf(lenient.data).missing).toMatchObject([
      { url: '/large.bin', reason: 'byte limit reached' },
    ]);
  });
});

describe('scope', () => {
  it('takes a page that an included page shows in a frame, also when another only linked to it before', async () => {
    const framed = makeSite({
      'a.html': page('A', '<a href="framed.html">framed</a>'),
      'b.html': page('B', '<iframe src="framed.html"></iframe>'),
      'framed.html': page('Framed'),
    });
    const { out } = await exportSite(framed, ['--include', '/a.html', '/b.html', '--concurrency', '1']);
    expect(await pathsOf(out)).toEqual(['a.html', 'b.html', 'framed.html', 'index.html']);
  });

  it('takes what the globs include, and what these pages need', async () => {
    const { code, out, data } = await exportSite(site, ['--include', '/guide/**', '--exclude', '/guide/t*']);

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['guide/café.html', 'guide/one.html', 'img/used.png', 'index.html']);
    const reasons = Object.fromEntries(reportOf(data).skipped.map(({ url, reason }) => [url, reason]));
    expect(reasons).toEqual({
      '/': 'not included',
      '/blog/post.html': 'not included',
      '/guide/two.html': 'excluded',
    });
  });

  it.runIf(isFullRun)('takes only the paths that are asked for, however they are spelled', async () => {
    const { code, out } = await exportSite(site, ['--paths', 'guide/one', '/guide/caf%C3%A9.html']);

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['guide/café.html', 'guide/one.html', 'img/used.png', 'index.html']);
  });

  it('names a path that the site does not have', async () => {
    const { code, stderr } = await exportSite(site, ['--paths', '/guide/one', '/guide/three']);

    expect(code).toBe(4);
    expect(stderr).toContain('/guide/three (HTTP 404)');
    expect(stderr).toContain('Fix the origin and retry, or allow missing pages.');
  });

  it('says that nothing is left to export', async () => {
    const { code, stderr, out } = await exportSite(site, ['--include', '/nothing/**']);

    expect(code).toBe(2);
    expect(stderr).toContain("None of the site's pages are in scope. Check include, exclude and paths");
    expect(fs.existsSync(out)).toBe(false);
  });
});

describe('--dry-run', () => {
  it('lists what would be exported and writes nothing', async () => {
    const data = absentFolder('data');
    const out = path.join(temporaryFolder('out'), 'x.zip');
    const args = [
      'export',
      site,
      '--dry-run',
      '--out',
      out,
      '--data',
      data,
      ...NO_BROWSER,
      '--exclude',
      '/blog/**',
    ];

    const { code, stdout, stderr } = await offprint(args);

    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('/guide/one.html');
    expect(stdout).toContain('/blog/post.html  (excluded)');
    expect(fs.existsSync(data)).toBe(false);
    expect(fs.existsSync(out)).toBe(false);
  });

  it('says with the same words what is wrong', async () => {
    const empty = temporaryFolder('empty');
    for (const [source, says, exitCode] of firstOf<[source: string, says: RegExp, exitCode: number]>(3, [
      [empty, /contains no HTML file/, 2],
      [absentFolder(), /There is no folder or project named/, 2],
      [path.join(site, 'index.html'), /is not a folder/, 2],
      // Without a network the host is unknown, and the failed lookup takes a while.
      [
        'http://docs.example.com',
        /There is no host named docs\.example\.com|The host name docs\.example\.com could not be looked up/,
        3,
      ],
    ])) {
      const { code, stderr } = await offprint(['export', source, '--dry-run', '--data', absentFolder()]);
      expect(stderr).toMatch(says);
      expect(code).toBe(exitCode);
    }
  });
});
