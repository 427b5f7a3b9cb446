import fs from 'node:fs';
import path from 'node:path';
import type {
  Job,
  Project,
  Publication,
  ReceivedBundle,
  Target,
  TrustedKey,
} from '../../../server/api/wire.types.ts';
import { writeBundle } from '../../../server/bundles/archive.test-support.ts';
import { publicKeyOfSigner } from '../../../server/bundles/ed25519.ts';
import { signBundle } from '../../../server/bundles/sign-bundle.ts';
import { newSigningKey } from '../../../server/bundles/signing.test-support.ts';
import { makeBareRepository } from '../../stand-ins/bare-repository.ts';
import { POLICY_SITE } from '../../stand-ins/model-policies.ts';
import { finishedJob, setUpAgent, startModel } from '../agent-project.ts';
import { type App, launchApp, makeDataFolder } from '../launch.ts';
import { seedJobs } from '../seed.ts';
import { expect } from '../spec.ts';

export type Places = readonly (readonly [name: string, hash: string])[];
const EXPORT_MS = 500_000;

/**
 * Makes a data folder with something on every page, `data` in `around`, which also gets the files it refers to. Runs
 * real exports.
 * @returns the places of the interface that show it
 */
export async function fillDataFolder(around: string): Promise<Places> {
  const site = makeSite(path.join(around, 'site'));
  const dataFolder = makeDataFolder();
  const [projectId = ''] = await seedJobs(dataFolder, [site], 5);
  const app = await launchApp({ dataFolder });
  await app.call('PATCH', `/v1/projects/${projectId}`, { settings: { sampleMin: 2, sampleMax: 2 } });
  const { jobId } = await app.call<Job>('POST', '/v1/static-export/jobs', {
    domain: 'handbook.docs.example.com',
    version: '2026.3',
  });
  const { jobId: canceled } = await app.call<Job>('POST', '/v1/static-export/jobs', {
    domain: 'handbook.docs.example.com',
  });
  await app.call('POST', `/v1/static-export/jobs/${canceled}/cancel`);
  await app.call('POST', '/v1/keys', { name: 'ci', scopes: ['write'] });
  await receiveSome(app, site);
  // A live site that needs a secret that is not stored: its job waits.
  const live = await app.call<Project>('POST', '/v1/projects', {
    name: 'Live',
    domains: ['live.example'],
    origin: {
      kind: 'url',
      url: 'http://127.0.0.1:1/docs/',
      cookies: [{ name: 'session', secret: 'live.example.session' }],
      headers: [{ name: 'x-team', value: 'docs' }],
    },
  });
  const { jobId: waiting } = await app.call<Job>('POST', '/v1/static-export/jobs', {
    domain: 'live.example',
  });
  await app.open(`/exports/${waiting}`);
  await app.page.getByRole('link', { name: 'Edit credentials' }).waitFor({ timeout: EXPORT_MS });
  const model = await startModel();
  await setUpAgent(app, projectId, model, makeBareRepository(around, POLICY_SITE));
  const agentJob = await finishedJob(app, projectId, 'Replace npm install by npm ci');
  await app.open(`/exports/${jobId}`);
  await app.page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });
  await publishSome(app, site, jobId, projectId);
  await app.call('POST', '/v1/hosting', { jobId });
  const places: Places = [
    ['exports', '/exports'],
    ['job', `/exports/${jobId}`],
    ['job-canceled', `/exports/${canceled}`],
    ['job-pages', `/exports/${jobId}/pages`],
    ['job-log', `/exports/${jobId}/log`],
    ['job-report', `/exports/${jobId}/report`],
    ['job-site', `/exports/${jobId}/site`],
    ['job-waiting', `/exports/${waiting}`],
    ['job-no-site', `/exports/${canceled}/site`],
    ['agents', '/agents'],
    ['agent-job', `/agents/${projectId}/${agentJob}`],
    ['agent-changes', `/agents/${projectId}/${agentJob}/changes`],
    ['projects', '/projects'],
    ['project', `/projects/${projectId}`],
    ['project-preview', `/projects/${projectId}/preview`],
    ['project-schedule', `/projects/${projectId}/schedule`],
    ['project-defaults', `/projects/${projectId}/defaults`],
    ['project-publishing', `/projects/${projectId}/publishing`],
    ['project-agent', `/projects/${projectId}/agent`],
    ['project-live', `/projects/${live.projectId}/origin`],
    ['publications', '/publications'],
    ['hosting', '/hosting'],
    ['receive', '/receive'],
    ['trust', '/trust'],
    ['keys', '/keys'],
    ['audit', '/audit'],
    ['settings', '/settings'],
    ['diagnostics', '/diagnostics'],
    ['help', '/help/gap/verify.html'],
    ['about', '/about'],
    ['welcome', '/welcome'],
    ['unknown', '/nowhere'],
  ];
  await app.close();
  await model.close();
  fs.cpSync(dataFolder, path.join(around, 'data'), { recursive: true, preserveTimestamps: true });
  fs.rmSync(dataFolder, { recursive: true });
  return places;
}

/** Four pages with what a report mentions: a picture, a script, a search, an external link. */
function makeSite(folder: string): string {
  fs.mkdirSync(folder);
  const links = ['index', 'a', 'b', 'c'].map((name) => `<a href="${name}.html">${name}</a>`).join(' ');
  for (const name of ['index', 'a', 'b', 'c'])
    fs.writeFileSync(
      path.join(folder, `${name}.html`),
      `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><nav>${links}</nav>
      <input type="search"><img src="dots.svg" alt="Dots"><a href="https://elsewhere.example/">Elsewhere</a>
      <script src="site.js"></script>`,
    );
  fs.copyFileSync('examples/handbook/assets/img/dots.svg', path.join(folder, 'dots.svg'));
  fs.writeFileSync(
    path.join(folder, 'site.js'),
    "document.querySelector('h1').onclick = () => alert('Hello');",
  );
  return folder;
}

/** Receives bundles: one waiting for a decision, one refused, one kept. */
async function receiveSome(app: App, site: string): Promise<void> {
  const receive = async (name: string, change: (file: string) => Promise<unknown>): Promise<string> => {
    const file = path.join(site, name);
    await writeBundle(file, { 'index.html': `<!doctype html><title>${name}</title>` });
    await change(file);
    const { receivedId } = await app.call<ReceivedBundle>('POST', '/v1/received', { path: file });
    await expect
      .poll(async () => (await app.call<ReceivedBundle>('GET', `/v1/received/${receivedId}`)).status)
      .not.toBe('receiving');
    fs.rmSync(file);
    return receivedId;
  };
  await receive('signed.zip', (file) => signBundle(file, newSigningKey(), new AbortController().signal));
  await receive('cut-off.zip', (file) => fs.promises.truncate(file, 100));
  const unsigned = await receive('unsigned.zip', async () => {});
  await app.call('POST', `/v1/received/${unsigned}/accept`, { as: 'unsigned' });
  await app.call('POST', `/v1/received/${unsigned}/keep`);
}

/** Adds a target with a version, one that refuses it, and trusted and revoked keys. */
async function publishSome(app: App, site: string, jobId: string, projectId: string): Promise<void> {
  const publishTo: string[] = [];
  for (const name of ['Internal CDN', 'Blocked']) {
    const folder = path.join(site, name);
    fs.mkdirSync(name === 'Blocked' ? path.join(folder, 'current') : folder, { recursive: true });
    const settings = { kind: 'folder', path: folder };
    const { targetId } = await app.call<Target>('POST', '/v1/targets', { name, settings });
    publishTo.push(targetId);
    const order = { targetId, jobId };
    const { publicationId } = await app.call<Publication>('POST', '/v1/publications', order);
    await expect
      .poll(async () => (await app.call<Publication>('GET', `/v1/publications/${publicationId}`)).endedAt)
      .not.toBeNull();
  }
  await app.call('PATCH', `/v1/projects/${projectId}`, { publishTo });
  for (const name of ['The docs team', 'The old laptop']) {
    const publicKey = publicKeyOfSigner(newSigningKey());
    const { fingerprint } = await app.call<TrustedKey>('POST', '/v1/trust/keys', { name, publicKey });
    if (name === 'The old laptop')
      await app.call('POST', `/v1/trust/keys/${fingerprint}/revoke`, { reason: 'It was stolen.' });
  }
}
