import { describe, expect, it } from 'vitest';
import {
  dataFolder,
  exportSite,
  makeSite,
  offprint,
  page,
  reportOf,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

const analytics = '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>';
const playground = '<iframe src="https://codesandbox.io/embed/example"></iframe>';
const site = makeSite({
  'index.html': page('Start', `${analytics}<a href="try.html">Try it</a>`),
  'try.html': page('Try it', `${analytics}${playground}`),
});

async function textOf(archive: string, file: string): Promise<string> {
  return (await unpacked(archive)).get(file)?.toString() ?? '';
}

describe('features that need the service of a vendor', () => {
  it.runIf(isFullRun)(
    'are removed in an air-gapped deployment; the report says what, why and from which pages',
    async () => {
      const { code, data, out } = await exportSite(site);

      expect(code).toBe(0);
      expect(await textOf(out, 'index.html')).not.toContain('googletagmanager');
      expect(await textOf(out, 'try.html')).not.toContain('codesandbox');
      expect(reportOf(data).features).toMatchObject([
        { vendor: 'google-analytics', feature: 'analytics', kept: false, pages: ['/', '/try.html'] },
        { feature: 'playground', kept: false, pages: ['/try.html'] },
      ]);
      expect(reportOf(data).features[0]?.why).toContain('air-gapped');
    },
  );

  it.runIf(isFullRun)(
    'stay where the table makes them available, and their hosts are let through',
    async () => {
      const { code, data, out } = await exportSite(site, ['--deployment', 'cloud']);

      expect(code).toBe(0);
      const html = await textOf(out, 'index.html');
      expect(html).toContain(analytics);
      expect(html).toMatch(/connect-src [^"]*https:\/\/googletagmanager\.com/);
      expect(reportOf(data).features.every((feature) => feature.kept)).toBe(true);
      // Calls that the bundle may make are not a fault.
      const checked = await offprint(['check', out, '--json', '--data', data]);
      expect(JSON.parse(checked.stdout)).toMatchObject({ faults: [] });
      expect(checked.code).toBe(0);
    },
  );

  it.runIf(isFullRun)(
    'that are configurable are off unless switched on, and only those can be switched',
    async () => {
      const kept = await exportSite(site, ['--keep', 'playground']);
      expect(kept.code).toBe(0);
      expect(await textOf(kept.out, 'try.html')).toContain('codesandbox');
      expect(await textOf(kept.out, 'try.html')).not.toContain('googletagmanager');

      const refused = await exportSite(site, ['--keep', 'analytics']);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('The feature analytics is unavailable in air-gapped deployments');
    },
  );
});

describe('settings of a project', () => {
  it('hold for its exports unless the command says otherwise', async () => {
    // Without scripts no browser checks whether the pages need one.
    const plain = makeSite({
      'index.html': page('Start', '<a href="try.html">Try it</a>'),
      'try.html': page('Try it'),
    });
    const data = dataFolder();
    await exportSite(plain, [], { data });
    const set = await offprint([
      'projects',
      'set',
      'site.localhost',
      '--exclude',
      '/try.html',
      '--data',
      data,
    ]);
    expect(set.code).toBe(0);

    const { out } = await exportSite(plain, [], { data });
    expect([...(await unpacked(out)).keys()]).not.toContain('try.html');
    const all = await exportSite(plain, ['--exclude', '/none'], { data });
    expect([...(await unpacked(all.out)).keys()]).toContain('try.html');
  });

  it.runIf(isFullRun)('that are wrong are refused', async () => {
    const data = dataFolder();
    await exportSite(site, [], { data });
    const { code, stderr } = await offprint([
      'projects',
      'set',
      'site.localhost',
      '--max-pages',
      '0',
      '--data',
      data,
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--max-pages is not valid. Use 1 or more.');
  });
});
