import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtPorts } from '../../../test/stand-ins/built.ts';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { verifyBundle } from '../../bundles/verify.ts';
import { findBundle } from '../../store/bundles.ts';
import { listEvents } from '../../store/events.ts';
import { jobFolder } from '../../store/job-folder.ts';
import { findProject } from '../../store/projects.ts';
import { type Host, openHost } from '../../writer/host.ts';
import { featurePolicy } from '../features/feature-policy.ts';
import { exportSettings } from '../settings/settings.ts';
import { scopeOf } from '../site/scope.ts';
import { docsJsonSite, makeDocsJsonSite } from './docs-json.ts';
import { publishable } from './secret-files.ts';

const FILES: Readonly<Record<string, string>> = {
  'docs.json': JSON.stringify({
    name: 'Handbook',
    colors: { primary: '#0f766e' },
    navigation: { groups: [{ group: 'Start', pages: ['index', 'guide/install', 'none'] }] },
  }),
  '.mintignore': 'drafts/\n',
  'index.mdx':
    '---\ntitle: Welcome\n---\n\n<Card title="Install" icon="rocket" href="/guide/install#on-linux">Begin</Card>\n\n![Picture](images/a.svg)\n',
  'guide/install.mdx': 'import Part from \'/snippets/part.mdx\';\n\n## On Linux\n\n<Part tool="apt" />\n',
  'snippets/part.mdx': '```bash\nsudo install\n```\n\nWith {tool}.\n',
  'drafts/secret.mdx': 'Not yet\n',
  'deploy.yml': 'on: push',
  'images/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
};

let work: string;
let host: Host;
beforeAll(async () => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-docs-json-'));
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.join(work, 'repository', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  host = await openHost(path.join(work, 'data'), builtPorts);
});
afterAll(async () => {
  await host.close();
  fs.rmSync(work, { recursive: true, force: true });
});

it('exports the sources of a documentation site as the site that they make', async () => {
  const project = await host.command('createProject', {
    name: 'repository',
    isNamedByTitle: true,
    origin: { kind: 'directory', folder: path.join(work, 'repository') },
    domains: ['handbook.localhost'],
    deploymentType: 'air-gapped',
    features: {},
    settings: {},
  });
  const job = await host.command('createJob', {
    projectId: project.id,
    domain: 'handbook.localhost',
    version: null,
    settings: exportSettings.parse({
      sampleMin: 0,
      sampleMax: 0,
      ...(isFullRun ? {} : { render: 'never' }), // a browser takes most of the time
    }),
    policy: featurePolicy('air-gapped', {}),
  });

  const ended = await host.run(job.id, () => {});

  expect(ended).toMatchObject({ status: 'completed', verdict: 'passed', pageCount: 3 });
  expect(listEvents(host.store(), job.id).find(({ kind }) => kind === 'rendered')?.detail).toEqual({
    pages: 2,
    findings: 1,
  });
  expect(findProject(host.store(), project.id)?.name).toBe('Handbook');
  const folder = jobFolder(path.join(work, 'data'), job.id);
  const report = JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8'));
  expect(report.skipped).toEqual([
    { url: '/.mintignore', reason: 'hidden', pages: [] },
    { url: '/deploy.yml', reason: 'not used by the documentation', pages: [] },
    { url: '/drafts/secret.mdx', reason: 'ignored by .mintignore', pages: [] },
  ]);
  expect(report.docsJson).toEqual([
    {
      code: 'missing-page',
      file: 'docs.json',
      line: 1,
      message: 'The navigation lists "none", but there is no such page.',
    },
  ]);
  const bundle = findBundle(host.store(), job.id);
  const { faults, manifest } = await verifyBundle(path.join(work, 'data', bundle?.file ?? ''));
  const names = manifest.files.map((file) => file.path);
  expect(faults).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['index.html', 'guide/install.html', 'images/a.svg', '_docs/site.css']),
  );
  expect(names.filter((name) => /secret|part|docs\.json|mdx|deploy/.test(name))).toEqual([]);
  expect(fs.readdirSync(path.join(work, 'data', 'checkouts'))).toEqual([]);
});

it('leaves it to somebody what becomes of files that look like secrets, and names links that lead out', async () => {
  const folder = path.join(work, 'careless');
  fs.mkdirSync(path.join(folder, 'drafts'), { recursive: true });
  const config = { name: 'Careless', navigation: { pages: ['a', 'b'] } };
  fs.writeFileSync(path.join(folder, 'docs.json'), JSON.stringify(config));
  fs.writeFileSync(path.join(folder, '.mintignore'), 'drafts/\n');
  fs.writeFileSync(path.join(folder, 'a.mdx'), '[the key](/id_rsa)\n');
  for (const name of ['.env', 'id_rsa', 'drafts/id_rsa']) fs.writeFileSync(path.join(folder, name), 'x');
  fs.symlinkSync(path.join(work, 'repository', 'index.mdx'), path.join(folder, 'b.mdx'));
  const make = (settings: Readonly<Record<string, unknown>>) => {
    const parsed = exportSettings.parse(settings);
    return makeDocsJsonSite(folder, null, {
      place: path.join(work, 'made'),
      kept: path.join(work, 'kept'),
      dataFolder: path.join(work, 'data'),
      decide: (listing) => publishable(listing, scopeOf(parsed), parsed),
      signal: new AbortController().signal,
    });
  };

  expect((await docsJsonSite(folder, null)).secrets.map(({ url }) => url)).toEqual(['/.env', '/id_rsa']);
  await expect(make({})).rejects.toMatchObject({
    code: 'secret-files',
    message: expect.stringContaining('.env, id_rsa.'),
  });
  const without = await make({ exclude: ['/.env', '/id_rsa'] });
  expect(without.findings.map(({ file, code }) => `${code} ${file}`)).toEqual([
    'missing-file b.mdx',
    'broken-link a.mdx',
  ]);
  expect(fs.existsSync(path.join(work, 'made', 'id_rsa'))).toBe(false);
  await make({ includeSecrets: true });
  for (const name of ['.env', 'id_rsa']) expect(fs.existsSync(path.join(work, 'made', name))).toBe(true);
  expect(fs.existsSync(path.join(work, 'made', 'drafts'))).toBe(false);
});

it('gives up what takes too long to read or to make, without holding up its process', async () => {
  const folder = path.join(work, 'endless');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'docs.json'), '{ "name": "Endless", "navigation": { "pages": ["a"] } }');
  const make = (patienceMs: number) =>
    makeDocsJsonSite(folder, null, {
      place: path.join(work, 'made'),
      kept: path.join(work, 'kept-endless'),
      dataFolder: path.join(work, 'data'),
      signal: new AbortController().signal,
      patienceMs,
    });
  const page = (text: string) => fs.writeFileSync(path.join(folder, 'a.mdx'), text);

  page(`---\n${'? '.repeat(30_000)}\n---\n`);
  let turns = 0;
  const timer = setInterval(() => turns++, 20);
  await expect(docsJsonSite(folder, null, { patienceMs: 1_000 })).rejects.toMatchObject({
    code: 'origin-unreadable',
    message: expect.stringContaining('to read docs.json, the front matter'),
  });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);

  page('{(() => { for (;;); })()}\n\n'.repeat(100));
  await expect(make(5_000)).rejects.toMatchObject({
    code: 'origin-unreadable',
    message: expect.stringContaining('a page of a.mdx'),
  });
});
