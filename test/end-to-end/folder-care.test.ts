import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dataFolder,
  exportSite,
  jobsOf,
  makeSite,
  page,
  pathsOf,
  reportOf,
} from '../stand-ins/fixture-site.ts';
import { exportFolder } from '../stand-ins/folder-job.ts';

const NO_PAGES = { sampleMax: 0 } as const;
const KEY = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';

describe('files of a folder that look like secrets', () => {
  const files = {
    'index.html': page('Start', '<a href="deploy.key">key</a>'),
    'deploy.key': KEY,
    '.env': 'PASSWORD=1\n',
  };

  it('are named, and nothing is exported until somebody decides', async () => {
    const { code, stderr, out, data } = await exportSite(makeSite(files));
    expect(code).toBe(2);
    expect(stderr).toContain('deploy.key');
    expect(stderr).toContain('.env');
    expect(stderr).toContain('--include-secrets');
    expect(fs.existsSync(out)).toBe(false);
    expect(jobsOf(data).map(({ error_code }) => error_code)).toEqual(['secret-files']);
  });

  it('are published when that is said', async () => {
    const { code, out } = await exportSite(makeSite(files), ['--include-secrets']);
    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['.env', 'deploy.key', 'index.html']);
  });

  it('are left out with exclude, links to them too', async () => {
    const { code, out, data } = await exportSite(makeSite(files), ['--exclude', '/deploy.key', '/.env']);
    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['index.html']);
    expect(reportOf(data).skipped.map(({ url }) => url)).toEqual(['/.env', '/deploy.key']);
  });

  it('come with no page of a partial export', async () => {
    const site = makeSite({ ...files, 'guide.html': page('Guide') });
    const { code, out } = await exportSite(site, ['--paths', '/', 'guide']);
    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['guide.html', 'index.html']);
  });

  it('are found when they appear between two exports', async () => {
    const site = makeSite({ 'index.html': page('Start') });
    const data = dataFolder();
    expect((await exportSite(site, [], { data })).code).toBe(0);
    fs.writeFileSync(path.join(site, 'id_rsa'), KEY);
    expect((await exportSite(site, [], { data })).code).toBe(2);
  });
});

describe('files of a folder that nobody wrote for readers', () => {
  const left = {
    'index.html~': 'old',
    'guide.html.bak': page('Old guide'),
    'Thumbs.db': 'x',
    'app.js.map': '{}',
    'index.html.gz': 'x',
    'index.html.br': 'x',
    'node_modules/tool/README.html': page('Read me'),
    'node_modules/tool/tool.js': 'tool=1',
  };

  it('are left out and listed', async () => {
    const site = makeSite({ 'index.html': page('Start'), 'app.js': '1', ...left });
    const { archive, report } = await exportFolder(site, NO_PAGES);
    expect(await pathsOf(archive)).toEqual(['app.js', 'index.html']);
    expect(Object.fromEntries(report.skipped.map(({ url, reason }) => [url, reason]))).toEqual({
      '/Thumbs.db': 'editor backup',
      '/app.js.map': 'source map',
      '/guide.html.bak': 'editor backup',
      '/index.html.br': 'precompressed copy',
      '/index.html.gz': 'precompressed copy',
      '/index.html~': 'editor backup',
      '/node_modules/': 'node_modules',
    });
  });

  it('come along where a page refers to them', async () => {
    const links = '<a href="guide.html.bak">old</a><script src="node_modules/tool/tool.js"></script>';
    const site = makeSite({ 'index.html': page('Start', links), ...left });
    const { archive } = await exportFolder(site, { ...NO_PAGES, render: 'never' });
    expect(await pathsOf(archive)).toEqual(['guide.html.bak', 'index.html', 'node_modules/tool/tool.js']);
  });
});
