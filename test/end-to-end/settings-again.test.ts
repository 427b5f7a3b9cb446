import { describe, expect, it } from 'vitest';
import { featurePolicy } from '../../server/exports/features/feature-policy.ts';
import {
  type ExportSettings,
  type ExportSettingsInput,
  exportSettings,
} from '../../server/exports/settings/settings.ts';
import { frontierOf } from '../../server/store/resources.ts';
import { makeSite, page } from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type Places, startOrigin } from '../stand-ins/live-origin.ts';
import { type LiveLab, openLiveLab } from './live-job.ts';

/** Values of each setting that affect the sites below, if any. A new setting must be added here. */
const VALUES: Readonly<{
  [Name in keyof ExportSettings]: readonly NonNullable<ExportSettingsInput[Name]>[];
}> = {
  include: [['/guide/**'], ['/']],
  exclude: [['/guide/**'], ['/big.iso']],
  paths: [['guide/one'], ['nowhere']],
  maxPages: [1, 3],
  maxBytes: [1, 30_000],
  maxDepth: [0, 1],
  maxQueryVariants: [1],
  acquireMaxMs: [1],
  assetMaxBytes: [20_000],
  pageMaxBytes: [700],
  concurrency: [1],
  timeoutMs: [20_000],
  resourceMaxMs: [50_000],
  retryMaxMs: [0],
  base: ['/guide', '/'],
  basePath: ['/docs'],
  includeSecrets: [true],
  allowMissing: [true],
  render: ['always', 'never'],
  readySelector: ['#late'],
  hideSelectors: [['.banner']],
  renderMaxMs: [30_000],
  interactivity: ['keep'],
  search: ['off'],
  onVerificationFailure: ['report'],
  sampleMin: [1],
  sampleMax: [1],
  sampleMaxMs: [60_000],
  viewportWidth: [900],
  viewportHeight: [], // always changes with the width
  format: ['tar.gz'],
};

/** Some settings that affect the requests to a live site: a full run tries all. */
const OF_LIVE_SITES: ReadonlySet<string> = new Set<keyof ExportSettings>([
  'maxPages',
  'maxQueryVariants',
  'acquireMaxMs',
]);

/**
 * Settings that need a browser, which is the most expensive part here and does not depend on the kind of origin: tried
 * with a folder only.
 */
const OF_BROWSERS: ReadonlySet<string> = new Set<keyof ExportSettings>([
  'render',
  'readySelector',
  'hideSelectors',
  'renderMaxMs',
  'interactivity',
  'viewportWidth',
  'viewportHeight',
]);

const scripted = page(
  'Scripted',
  '<p class="banner">Banner</p><p id="text"></p><script>document.getElementById("text").textContent = "Written by a script, and so much of it that it counts."</script>',
);
const site = {
  'index.html': page(
    'Start',
    '<a href="guide/one.html">1</a><a href="scripted.html">s</a><a href="big.iso">iso</a>',
  ),
  'guide/one.html': page('One', '<a href="two.html">two</a><a href="/guide/two.html">two</a>'),
  'guide/two.html': page('Two', '<p>Many words.</p>'.repeat(50)),
  'scripted.html': scripted,
  'big.iso': 'x'.repeat(40_000),
};

/** The same as a live site, with variants by query, each with a validator. */
const places: Places = (url) => {
  const [path = ''] = url.slice(1).split('?');
  const text = (site as Record<string, string>)[path === '' ? 'index.html' : path];
  if (text === undefined) return undefined;
  const more = path === '' ? '<a href="/guide/one.html?v=1">v1</a><a href="/guide/one.html?v=2">v2</a>' : '';
  const body = text.replace('</body>', `${more}</body>`);
  return (request, response) => {
    const etag = `"${body.length}"`;
    const type = path.endsWith('.iso') ? 'application/octet-stream' : 'text/html; charset=utf-8';
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { 'content-type': type, etag }).end(body);
  };
};

type Run = (settings: ExportSettingsInput, isFresh: boolean) => Promise<unknown>;

/** Outcome of an export: everything that a reader, an operator or a program can see of it. */
async function outcomeOf(lab: LiveLab, jobId: Promise<{ id: string }>): Promise<unknown> {
  const { id } = await jobId;
  const job = await lab.host.run(id, () => {});
  const left = [...frontierOf(lab.host.store(), id).all({ status: 'skipped' })];
  return {
    status: job.status,
    error: job.error,
    bundle: job.status === 'completed' ? lab.bundleOf(job).sha256 : null,
    left: left.map(({ url, reason }) => `${url} ${reason}`),
  };
}

/** Some settings that determine the files of a bundle: the only ones tried with a folder unless the run is full. */
const SCOPE_AND_CAPS: ReadonlySet<string> = new Set([
  'include',
  'exclude',
  'paths',
  'includeSecrets',
  'maxBytes',
  'pageMaxBytes',
]);

const cases = Object.entries(VALUES).flatMap(([name, values]) =>
  firstOf<unknown>(1, values).map(
    (value) => [name, JSON.stringify(value), { [name]: value } as ExportSettingsInput] as const,
  ),
);

describe.each<[string, (lab: LiveLab) => Promise<Run>, ReadonlySet<string>]>([
  [
    'a folder',
    async (lab) => {
      const { host } = lab;
      const { id: projectId } = await host.command('createProject', {
        name: 'site',
        origin: { kind: 'directory', folder: makeSite(site) },
        domains: ['site.localhost'],
        deploymentType: 'air-gapped',
        features: {},
        settings: {},
      });
      return async (settings, fresh) => {
        const job = host.command('createJob', {
          projectId,
          domain: 'site.localhost',
          version: null,
          fresh,
          settings: exportSettings.parse({ sampleMin: 0, sampleMax: 0, ...settings }),
          policy: featurePolicy('air-gapped', {}),
        });
        return outcomeOf(lab, job);
      };
    },
    new Set(isFullRun ? [] : Object.keys(VALUES).filter((name) => !SCOPE_AND_CAPS.has(name))),
  ],
  [
    'a live site',
    async (lab) => {
      const { address } = await startOrigin(places);
      return (settings, fresh) => outcomeOf(lab, lab.newJob({ url: `${address}/` }, settings, fresh));
    },
    new Set(isFullRun ? OF_BROWSERS : Object.keys(VALUES).filter((name) => !OF_LIVE_SITES.has(name))),
  ],
])('of %s, every setting', (_what, open, elsewhere) => {
  it('holds for a second export as for a first', { timeout: 900_000 }, async () => {
    const run = await open(await openLiveLab());
    await run({}, false);
    const differing: unknown[] = [];
    for (const [name, value, set] of cases) {
      if (elsewhere.has(name)) continue;
      const settings = OF_BROWSERS.has(name) ? set : { render: 'never' as const, ...set };
      // The previous export, which this one reuses, had the settings of another case.
      const second = await run(settings, false);
      const first = await run(settings, true);
      if (JSON.stringify(first) !== JSON.stringify(second)) differing.push({ name, value, first, second });
    }
    expect(differing).toEqual([]);
  });
});
