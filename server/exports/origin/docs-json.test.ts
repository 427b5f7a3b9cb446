import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtPorts } from '../../../test/stand-ins/built.ts';
import { verifyBundle } from '../../bundles/verify.ts';
import { findBundle } from '../../store/bundles.ts';
import { listEvents } from '../../store/events.ts';
import { jobFolder } from '../../store/job-folder.ts';
import { type Host, openHost } from '../../writer/host.ts';
import { featurePolicy } from '../features/policy.ts';
import { exportSettings } from '../settings/settings.ts';

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
    name: 'handbook',
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
    settings: exportSettings.parse({ sampleMin: 0, sampleMax: 0 }),
    policy: featurePolicy('air-gapped', {}),
  });

  const ended = await host.run(job.id, () => {});

  expect(ended).toMatchObject({ status: 'completed', verdict: 'passed', pageCount: 3 });
  expect(listEvents(host.store(), job.id).find(({ kind }) => kind === 'rendered')?.detail).toEqual({
    pages: 2,
    findings: 1,
  });
  const folder = jobFolder(path.join(work, 'data'), job.id);
  expect(JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8')).docsJson).toEqual([
    {
      code: 'missing-page',
      file: 'docs.json',
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
  expect(names.filter((name) => /secret|part|docs\.json|mdx/.test(name))).toEqual([]);
  expect(fs.readdirSync(path.join(work, 'data', 'checkouts'))).toEqual([]);
});
