import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  absentFolder,
  addFiles,
  dataFolder,
  exportSite,
  jobsOf,
  makeSite,
  NO_BROWSER,
  NOBODY,
  offprint,
  page,
  pathsOf,
  reportOf,
  skipBecause,
  temporaryFolder,
  unpacked,
  whyNotAnotherUser,
} from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';

const start = { 'index.html': page('Start') };

/** Skipped files of a folder in a report: reason by path. */
function leftOut(data: string): Record<string, string> {
  return Object.fromEntries(reportOf(data).skipped.map(({ url, reason }) => [url, reason]));
}

describe('symbolic links', () => {
  it('follows those within the folder', async () => {
    const site = makeSite({
      ...start,
      'v2/guide.html': page('Guide', '<img src="a.svg">'),
      'v2/a.svg': '<svg/>',
    });
    fs.symlinkSync('v2', path.join(site, 'latest'));
    fs.symlinkSync('v2/guide.html', path.join(site, 'guide.html'));

    const { code, out, data } = await exportSite(site);

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual([
      'guide.html',
      'index.html',
      'latest/a.svg',
      'latest/guide.html',
      'v2/a.svg',
      'v2/guide.html',
    ]);
    expect(leftOut(data)).toEqual({});
  });

  it('leaves out files and folders that lie elsewhere, and says so', async () => {
    const elsewhere = makeSite(
      { 'secret.html': page('Secret'), 'folder/secret.html': page('Secret') },
      'site-of-others',
    );
    const links = '<a href="secret.html">1</a><a href="folder/secret.html">2</a><img src="shadow.png">';
    const site = makeSite({ 'index.html': page('Start', links) });
    fs.symlinkSync(path.join(elsewhere, 'secret.html'), path.join(site, 'secret.html'));
    fs.symlinkSync(path.join(elsewhere, 'folder'), path.join(site, 'folder'));
    fs.symlinkSync('../../../../../../../../etc/hostname', path.join(site, 'shadow.png'));

    const { code, out, data } = await exportSite(site);

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['index.html']);
    expect(leftOut(data)).toEqual({
      '/secret.html': 'leads out of the folder',
      '/folder': 'leads out of the folder',
      '/shadow.png': 'leads out of the folder',
    });
    expect((await unpacked(out)).get('index.html')?.toString()).not.toMatch(/secret\.html|shadow\.png/);
  });

  it('takes a folder beside the site whose name begins alike as elsewhere', async () => {
    const around = temporaryFolder('around');
    addFiles(around, { 'site/index.html': page('Start'), 'site-2/index.html': page('Other') });
    fs.symlinkSync('../site-2', path.join(around, 'site', 'other'));

    const { code, out, data } = await exportSite(path.join(around, 'site'));

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['index.html']);
    expect(leftOut(data)).toEqual({ '/other': 'leads out of the folder' });
  });

  it('comes to an end with loops', async () => {
    const site = makeSite({ ...start, 'a/x.html': page('X'), 'b/y.html': page('Y') });
    fs.symlinkSync('.', path.join(site, 'self'));
    fs.symlinkSync('..', path.join(site, 'a', 'up'));
    fs.symlinkSync('../b', path.join(site, 'a', 'to-b'));
    fs.symlinkSync('../a', path.join(site, 'b', 'to-a'));

    const { code, out, data } = await exportSite(site);

    expect(code).toBe(0);
    expect(leftOut(data)).toMatchObject({
      '/self/': 'link to a parent folder',
      '/a/up/': 'link to a parent folder',
    });
    expect(await pathsOf(out)).toEqual(
      expect.arrayContaining(['a/x.html', 'b/y.html', 'index.html', 'a/to-b/y.html', 'b/to-a/x.html']),
    );
  });

  it('names links that lead nowhere', async () => {
    const site = makeSite(start);
    fs.symlinkSync('gone.html', path.join(site, 'dangling.html'));
    fs.symlinkSync('round.html', path.join(site, 'round.html'));

    const strict = await exportSite(site);
    expect(strict.code).toBe(4);
    expect(strict.stderr).toContain('/dangling.html');
    expect(strict.stderr).toContain('/round.html');

    const lenient = await exportSite(site, ['--allow-missing']);
    expect(lenient.code).toBe(0);
    expect(reportOf(lenient.data).missing.map(({ url }) => url)).toEqual(['/dangling.html', '/round.html']);
  });

  it('exports a site that is itself reached through one', async () => {
    const site = makeSite(start);
    const link = absentFolder('link');
    fs.symlinkSync(site, link);
    const data = dataFolder();

    const first = await exportSite(link, [], { data });
    const second = await exportSite(site, [], { data });

    expect([first.code, second.code]).toEqual([0, 0]);
    expect(
      new Set(jobsOf(data).map((job) => (job as unknown as { project_id: string }).project_id)).size,
    ).toBe(1);
  });
});

describe('what is no part of a site', () => {
  it('leaves hidden files out, but for .well-known', async () => {
    const site = makeSite({
      ...start,
      '.htaccess': 'deny',
      '.git/index.html': page('Git'),
      '.well-known/security.txt': 'Contact: mailto:a@b.c',
      'guide/.hidden.html': page('Hidden'),
    });

    const { code, out, data } = await exportSite(site);

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['.well-known/security.txt', 'index.html']);
    expect(leftOut(data)).toEqual({
      '/.htaccess': 'hidden',
      '/.git': 'hidden',
      '/guide/.hidden.html': 'hidden',
    });
  });

  it('leaves pipes and sockets out without waiting for them', async ({ skip }) => {
    const site = makeSite(start);
    if (spawnSync('mkfifo', [path.join(site, 'pipe.html')]).status !== 0)
      skipBecause(skip, 'there is no mkfifo');
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(path.join(site, 'socket.html'), resolve));
    try {
      const { code, out, data } = await exportSite(site);

      expect(code).toBe(0);
      expect(await pathsOf(out)).toEqual(['index.html']);
      expect(leftOut(data)).toEqual({
        '/pipe.html': 'not a regular file',
        '/socket.html': 'not a regular file',
      });
    } finally {
      server.close();
    }
  });

  it('leaves out names that are not UTF-8, and says so', async ({ skip }) => {
    const site = makeSite(start);
    try {
      fs.writeFileSync(
        Buffer.concat([Buffer.from(`${site}/caf`), Buffer.from([0xe9]), Buffer.from('.html')]),
        'x',
      );
    } catch {
      skipBecause(skip, 'this disk refuses names that are not UTF-8');
    }

    const { code, out, data } = await exportSite(site);

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['index.html']);
    expect(Object.values(leftOut(data))).toEqual(['not UTF-8']);
  });
});

describe('what cannot be read', () => {
  it.runIf(isFullRun)('says that the user may not read the folder', async ({ skip }) => {
    const why = whyNotAnotherUser();
    if (why) skipBecause(skip, why);
    const site = makeSite(start);
    const data = temporaryFolder('data');
    fs.chownSync(data, NOBODY, NOBODY);
    fs.chmodSync(site, 0o000);

    const { code, stderr } = await exportSite(site, [], { data, uid: NOBODY, cwd: '/' });

    expect(code).toBe(2);
    expect(stderr).toContain(
      `The folder ${site} cannot be read (EACCES). Make it readable by the account that Offprint runs under.`,
    );
  });

  it.runIf(isFullRun)(
    'names a single file that cannot be read; with --allow-missing it counts',
    async ({ skip }) => {
      const why = whyNotAnotherUser();
      if (why) skipBecause(skip, why);
      const site = makeSite({ ...start, 'secret.html': page('Secret'), 'sub/x.html': page('X') });
      fs.chmodSync(path.join(site, 'secret.html'), 0o000);
      fs.chmodSync(path.join(site, 'sub'), 0o000);
      const data = temporaryFolder('data');
      fs.chownSync(data, NOBODY, NOBODY);

      const strict = await offprint(['export', site, '--data', data, ...NO_BROWSER], {
        uid: NOBODY,
        cwd: '/',
      });

      expect(strict.code).toBe(4);
      expect(strict.stderr).toContain(
        '/secret.html (unreadable: the user that Offprint runs as does not have permission to read the file)',
      );
      expect(strict.stderr).toContain('/sub/ (unreadable)');

      const args = ['export', site, '--data', data, ...NO_BROWSER, '--allow-missing', '--json'];
      const lenient = await offprint(args, { uid: NOBODY, cwd: '/' });

      expect(lenient.code).toBe(0);
      const result = JSON.parse(lenient.stdout) as {
        missingCount: number;
        pageCount: number;
        bundle: { file: string };
      };
      expect(result).toMatchObject({ missingCount: 2, pageCount: 1 });
      const manifest = (await unpacked(result.bundle.file)).get('offprint.json')?.toString() ?? '';
      expect(JSON.parse(manifest)).toMatchObject({ counts: { missing: 2, pages: 1 } });
      expect(
        reportOf(data)
          .missing.map(({ url }) => url)
          .sort(),
      ).toEqual(['/secret.html', '/sub/']);
    },
  );
});

describe('what is no site', () => {
  it('says that a folder is empty, or has no HTML', async () => {
    for (const site of firstOf(1, [
      makeSite({ 'readme.md': '# Read me', 'a/b.txt': 'text' }),
      temporaryFolder('empty'),
    ])) {
      const { code, stderr, data } = await exportSite(site);
      expect(code).toBe(2);
      expect(stderr).toContain(
        `The folder ${site} contains no HTML files. Use the folder that your site generator`,
      );
      // A job that has read nothing leaves nothing behind.
      expect(stderr).toContain('Nothing was read, so the new project was removed.');
      const { stdout } = await offprint(['projects', '--json', '--data', data]);
      expect(JSON.parse(stdout)).toMatchObject({ projects: [] });
    }
  });

  it('keeps a project that was there before', async () => {
    const site = makeSite(start, 'emptied');
    const { data } = await exportSite(site);
    fs.rmSync(path.join(site, 'index.html'));
    const { stderr } = await exportSite(site, ['--fresh'], { data });
    expect(stderr).not.toContain('Nothing was read');
    const { stdout } = await offprint(['projects', '--json', '--data', data]);
    expect(JSON.parse(stdout)).toMatchObject({ projects: [{ domains: ['emptied.localhost'] }] });
  });

  it('says that a file is no folder', async () => {
    const file = path.join(makeSite(start), 'index.html');

    const { code, stderr } = await exportSite(file);

    expect(code).toBe(2);
    expect(stderr).toContain(`${file} is not a folder. Use the folder that contains the built site.`);
  });

  it('says that there is no such folder', async () => {
    const absent = absentFolder();

    const { code, stderr } = await exportSite(absent);

    expect(code).toBe(2);
    expect(stderr).toContain(`There is no folder or project named ${absent}. Check the path`);
  });

  it('says that the folder of a project is gone', async () => {
    const site = makeSite(start, 'handbook');
    const { data } = await exportSite(site);
    fs.rmSync(site, { recursive: true });

    const { code, stderr } = await exportSite('handbook', [], { data });

    expect(code).toBe(2);
    expect(stderr).toContain(`The folder ${site} does not exist. Check the path.`);
  });
});
