import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  Job,
  Project,
  Publication,
  ReceivedBundle,
  Target,
  TrustedKey,
} from '../../server/api/wire.types.ts';
import { writeBundle } from '../../server/bundles/archive.test-support.ts';
import { signBundle } from '../../server/bundles/sign-bundle.ts';
import { publicKeyOfSigner } from '../../server/bundles/signature.ts';
import { newSigningKey } from '../../server/bundles/signing.test-support.ts';
import { isFullRun } from '../stand-ins/full.ts';
import type { ModelStandIn } from '../stand-ins/model-server.ts';
import { finishedJob, setUpAgent, startModel } from './agent-project.ts';
import { type App, buildInterface, launchApp, makeDataFolder } from './launch.ts';
import { seedJobs } from './seed.ts';

/**
 * Every page, as people with different needs meet it. With OFFPRINT_PICTURES=1, pictures are left under test/artefacts
 * for people to look at.
 */
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ARTEFACTS = path.join('test', 'artefacts', 'pages');
const EXPORT_MS = 500_000;
/** Where the desktop app shows something else than the browser: parts that ask services.desktop. */
const DESKTOP_PLACES = [
  'exports',
  'job',
  'job-report',
  'job-site',
  'agent-changes',
  'keys',
  'settings',
  'about',
];
/** Where the dark theme is looked at unless the run is a full one: between them, they show every colour that means something. */
const DARK_PLACES = [
  'exports',
  'job-report',
  'job-waiting',
  'agent-changes',
  'publications',
  'receive',
  'trust',
  'settings',
];
const LOADS_NOTHING = ['about', 'welcome', 'unknown'];
/** Parts of which another place loads the same: of these, what they show differs. */
const SAME = ['job-canceled', 'job-waiting', 'job-no-site', 'project-live'];
let dataFolder: string;
let site: string;
let places: readonly (readonly [name: string, hash: string])[];
let model: ModelStandIn;
/** One server and one page for all tests that leave both as they were. */
let app: App;

beforeAll(async () => {
  buildInterface();
  fs.mkdirSync(ARTEFACTS, { recursive: true });
  dataFolder = makeDataFolder();
  site = makeSite();
  const [projectId = ''] = await seedJobs(dataFolder, [site], 5);
  app = await launchApp({ dataFolder });
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
  await receiveSome();
  // A live site that asks for what is not kept: its job waits.
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
  model = await startModel();
  await setUpAgent(app, projectId, model);
  const agentJob = await finishedJob(app, projectId, 'Replace npm install by npm ci');
  await app.open(`/exports/${jobId}`);
  await app.page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });
  await publishSome(jobId, projectId);
  await app.call('POST', '/v1/hosting', { jobId });
  await app.page.goto(new URL(app.page.url()).origin); // without what it complained of while jobs came and went
  places = [
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
    ['project-defaults', `/projects/${projectId}/defaults`],
    ['project-publishing', `/projects/${projectId}/publishing`],
    ['project-agent', `/projects/${projectId}/agent`],
    ['project-live', `/projects/${live.projectId}/origin`],
    ['publications', '/publications'],
    ['hosting', '/hosting'],
    ['receive', '/receive'],
    ['trust', '/trust'],
    ['keys', '/keys'],
    ['settings', '/settings'],
    ['diagnostics', '/diagnostics'],
    ['about', '/about'],
    ['welcome', '/welcome'],
    ['unknown', '/nowhere'],
  ];
});

afterAll(async () => {
  await app.close();
  await model.close();
  for (const folder of [dataFolder, site]) fs.rmSync(folder, { recursive: true, force: true });
});

/** Four pages with what a report speaks of: a picture, a script, a search, a link that leads elsewhere. */
function makeSite(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-pages-site-'));
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

/** Bundles that were received: one to decide about, one that was refused, one that was kept. */
async function receiveSome(): Promise<void> {
  const receive = async (name: string, change: (file: string) => Promise<unknown>): Promise<string> => {
    const file = path.join(site, name);
    await writeBundle(file, { 'index.html': `<!doctype html><title>${name}</title>` });
    await change(file);
    const { receivedId } = await app.call<ReceivedBundle>('POST', '/v1/received', { path: file });
    await vi.waitUntil(async () => {
      const { status } = await app.call<ReceivedBundle>('GET', `/v1/received/${receivedId}`);
      return status !== 'receiving';
    });
    fs.rmSync(file);
    return receivedId;
  };
  await receive('signed.zip', (file) => signBundle(file, newSigningKey(), new AbortController().signal));
  await receive('cut-off.zip', (file) => fs.promises.truncate(file, 100));
  const unsigned = await receive('unsigned.zip', async () => {});
  await app.call('POST', `/v1/received/${unsigned}/accept`, { as: 'unsigned' });
  await app.call('POST', `/v1/received/${unsigned}/keep`);
}

/** A target with a version, one that refuses it, and keys that are trusted and revoked. */
async function publishSome(jobId: string, projectId: string): Promise<void> {
  const publishTo: string[] = [];
  for (const name of ['Internal CDN', 'Blocked']) {
    const folder = path.join(site, name);
    fs.mkdirSync(name === 'Blocked' ? path.join(folder, 'current') : folder, { recursive: true });
    const settings = { kind: 'folder', path: folder };
    const { targetId } = await app.call<Target>('POST', '/v1/targets', { name, settings });
    publishTo.push(targetId);
    const order = { targetId, jobId };
    const { publicationId } = await app.call<Publication>('POST', '/v1/publications', order);
    await vi.waitUntil(async () => {
      const { endedAt } = await app.call<Publication>('GET', `/v1/publications/${publicationId}`);
      return endedAt !== null;
    });
  }
  await app.call('PATCH', `/v1/projects/${projectId}`, { publishTo });
  for (const name of ['The docs team', 'The old laptop']) {
    const publicKey = publicKeyOfSigner(newSigningKey());
    const { fingerprint } = await app.call<TrustedKey>('POST', '/v1/trust/keys', { name, publicKey });
    if (name === 'The old laptop')
      await app.call('POST', `/v1/trust/keys/${fingerprint}/revoke`, { reason: 'It was stolen.' });
  }
}

/** Nothing is being loaded any more. */
async function settled({ page }: App): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[class*=skeleton]') === null);
  for (const frame of page.frames()) await frame.waitForLoadState();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
}

async function picture({ page }: App, name: string): Promise<void> {
  if (process.env.OFFPRINT_PICTURES) await page.screenshot({ path: path.join(ARTEFACTS, name) });
}

type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/**
 * What axe finds. Left out are the guards that Base UI puts around what is open: they are hidden and take the focus, in
 * order to hand it on.
 * @param within the parts to look at; left out: the whole page
 * @param only the one rule to look with
 * @param without the one rule to leave out
 */
async function violations(
  { page }: App,
  { within, only, without }: Readonly<{ within?: string; only?: string | undefined; without?: string }> = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Where little motion is wanted, everything moves for 0.01 ms (base.css): until the next frame, colours are those before.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  const found = await page.evaluate(
    ([parts, rule, left]) =>
      (window as unknown as { axe: { run: (place: object, options: object) => Promise<unknown> } }).axe.run(
        {
          exclude: [['[data-base-ui-focus-guard]']],
          ...(parts !== undefined && { include: [[parts]] }),
        },
        {
          resultTypes: ['violations'],
          ...(rule !== undefined && { runOnly: [rule] }),
          ...(left !== undefined && { rules: { [left]: { enabled: false } } }),
        },
      ) as Promise<{ violations: Violation[] }>,
    [within, only, without] as const,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary ?? ''}`),
  );
}

describe.each([
  { theme: 'light', only: undefined },
  // Nothing else depends on the theme.
  { theme: 'dark', only: 'color-contrast' },
] as const)('in the $theme theme', ({ theme, only }) => {
  beforeAll(async () => {
    await app.page.emulateMedia({ colorScheme: theme });
    await app.page.reload(); // nothing of the colours before is left
  });

  it('every page is accessible and keeps to the policy', async () => {
    const looked = places.filter(([name]) => isFullRun || theme === 'light' || DARK_PLACES.includes(name));
    for (const [name, hash] of looked) {
      await app.open(hash);
      await settled(app);
      expect(await violations(app, { only }), name).toEqual([]);
      await picture(app, `${name}-${theme}-1280.png`);
    }
    expect(app.complaints).toEqual([]);
  });

  // What is in them has the colours of the pages.
  it.skipIf(theme === 'dark' && !isFullRun)('dialogs, menus and notes are accessible too', async () => {
    await app.open('/exports');
    const { page } = app;
    // Only what came up: the pages below it are looked at above.
    const look = async (name: string, part = '[role=dialog], [role=alertdialog]'): Promise<void> => {
      await picture(app, `${name}-${theme}-1280.png`);
      expect(await violations(app, { within: part, only }), name).toEqual([]);
      await page.keyboard.press('Escape');
    };
    await page.locator('[data-row="0"]').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Site').fill('/srv/new site');
    await page.getByText('A project will be created for it').waitFor();
    await look('new-export');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Choose folder…' }).click();
    await page.getByRole('button', { name: 'Choose this folder' }).waitFor();
    await look('choose-folder');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Site').fill('http://127.0.0.1:2/');
    await page.getByRole('dialog').getByRole('button', { name: 'Test' }).click();
    await page.getByText('The site does not respond').waitFor();
    await page.getByText('Credentials and connection').click();
    await page.getByRole('button', { name: 'Add cookie' }).click();
    await page.getByRole('button', { name: 'Add header' }).click();
    await look('new-export-live');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: /Handbook/ }).waitFor();
    await look('palette');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await look('shortcuts');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    await look('menu', '[role=menu]');
    await page.locator('[data-row="2"]').focus();
    await page.keyboard.press('Space');
    await page.getByText('1 export selected').waitFor();
    await look('selected', 'main');
    await app.open('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').waitFor();
    await look('new-key');
    await app.open('/projects');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByRole('dialog').waitFor();
    await look('new-project');
    await app.open('/agents');
    await page.locator('[data-row="0"]').waitFor();
    await page.keyboard.press('m');
    await page
      .getByRole('dialog')
      .getByText(/left this hour/)
      .waitFor();
    await look('new-agent-job');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import a change' }).click();
    await page.getByRole('dialog').waitFor();
    await look('import');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.open(places.find(([name]) => name === 'agent-changes')?.[1] ?? '');
    await page.getByRole('button', { name: 'Split' }).click();
    await page.locator('[data-line]').filter({ hasText: 'npm ci' }).hover();
    await page.getByRole('button', { name: 'Comment on line 6' }).click();
    await page.getByRole('button', { name: 'Add comment' }).waitFor();
    await look('agent-comment', 'main');
    await page.getByRole('button', { name: 'Unified' }).click();
    await page.getByRole('button', { name: 'Export as files' }).click();
    await page.getByRole('cell', { name: 'change.bundle', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve and merge' }).click();
    await page.getByRole('alertdialog').waitFor();
    await look('approve');
    await app.open('/publications');
    await page.getByRole('button', { name: 'Add target' }).click();
    await page.getByRole('dialog').getByLabel('Kind').selectOption('drive');
    await page.getByRole('dialog').getByRole('button', { name: 'Refresh' }).waitFor();
    await look('add-drive');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add target' }).click();
    await page.getByRole('dialog').getByLabel('Kind').selectOption('webdav');
    await page.getByRole('dialog').getByText('Options').click();
    await look('add-webdav');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish a bundle…' }).first().click();
    await page.getByRole('dialog').getByLabel('Bundle').waitFor();
    await look('publish-on');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Internal CDN' }).click();
    await look('edit-target');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.open('/trust');
    await page.getByRole('button', { name: 'Trust a key…' }).click();
    await page.getByRole('dialog').waitFor();
    await look('trust-key');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.open('/settings');
    await page.getByRole('button', { name: 'Edit local' }).click();
    await page.getByRole('dialog').getByText('Options').click();
    await look('model-server');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add forge' }).click();
    await page.getByRole('dialog').waitFor();
    await look('forge');
    expect(app.complaints).toEqual([]);
  });
});

it('every page fits a narrow window', async () => {
  await app.page.setViewportSize({ width: 900, height: 800 });
  for (const [name, hash] of places) {
    await app.open(hash);
    await settled(app);
    const overflow = await app.page.evaluate(() => {
      const main = document.querySelector('main');
      return main ? main.scrollWidth - main.clientWidth : 0;
    });
    expect(overflow, name).toBe(0);
    await picture(app, `${name}-900.png`);
  }
  await app.page.setViewportSize({ width: 1280, height: 800 });
});

it('shows high contrast where the system asks for it', async () => {
  await app.page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await app.page.reload(); // nothing of the colours before is left
  for (const [name, hash] of places.slice(0, 2)) {
    await app.open(hash);
    await settled(app);
    await picture(app, `${name}-contrast-1280.png`);
    expect(await violations(app), name).toEqual([]);
  }
  await app.page.emulateMedia({ forcedColors: 'none' });
});

it('says what to do where there is nothing yet', async () => {
  const app = await launchApp();
  try {
    for (const [name, hash, button] of [
      ['exports', '/exports', 'New export'],
      ['projects', '/projects', 'New project'],
      ['publications', '/publications', 'Add target'],
      ['keys', '/keys', 'New key'],
    ] as const) {
      await app.open(hash);
      await settled(app);
      // One in the head of the page, one in the middle of what is empty.
      expect(await app.page.getByRole('button', { name: button }).count(), name).toBe(2);
      expect(await violations(app), name).toEqual([]);
      await picture(app, `${name}-empty.png`);
    }
    // Without a model server something else comes first.
    await app.open('/agents');
    await app.page.getByRole('main').getByRole('link', { name: 'Add model server' }).waitFor();
    expect(await violations(app), 'agents').toEqual([]);
    await picture(app, 'agents-empty.png');
  } finally {
    await app.close();
  }
});

it('is accessible while everything is loading, and where it fails', async () => {
  const pattern = /\/v[12]\//;
  const error = 'The disk is full. Make room and try again.';
  await app.page.goto('about:blank'); // nothing may be left of what was loaded before
  let asked = Promise.resolve();
  await app.page.route(pattern, async (route) => {
    await asked;
    await route.fulfill({ status: 500, json: { error } }).catch(() => {});
  });
  for (const [name, hash] of places.filter(([one]) => !LOADS_NOTHING.includes(one) && !SAME.includes(one))) {
    await app.open('/about'); // loads nothing
    await app.page.getByRole('alert').first().waitFor({ state: 'detached' });
    let answer: () => void = () => {};
    asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await app.open(hash);
    for (const [state, shown] of [
      ['loading', app.page.locator('[class*=skeleton]')],
      ['failing', app.page.getByRole('alert')],
    ] as const) {
      if (state === 'failing') answer();
      await shown
        .first()
        .waitFor()
        .catch(() => Promise.reject(new Error(`${name} does not say that it is ${state}`)));
      // What says so is the same part everywhere: a list, facts and a form are enough.
      if (['exports', 'job', 'project'].includes(name)) expect(await violations(app), name).toEqual([]);
      await picture(app, `${name}-${state}.png`);
    }
  }
  await app.page.unroute(pattern);
});

it('says what is wrong when the server does not answer, and goes on when it does', async () => {
  await app.open('/projects');
  await settled(app);
  await app.context.setOffline(true);
  await app.page.getByRole('link', { name: 'API keys' }).click();
  await app.page.getByText('Offprint does not answer. It may have been stopped.').first().waitFor();
  await picture(app, 'unreachable.png');
  await app.page.getByRole('main').getByRole('button', { name: 'Try again' }).first().dispatchEvent('click');
  await app.page.getByText('Offprint does not answer. It may have been stopped.').first().waitFor();
  await app.context.setOffline(false);
  // By itself: nothing is pressed.
  await app.page.getByRole('cell', { name: 'ci', exact: true }).waitFor();
  await app.page.getByText('Offprint does not answer.').first().waitFor({ state: 'detached' });
});

it('takes every text from its messages', async () => {
  const { origin } = new URL(app.page.url());
  for (const [name, hash] of places) {
    await app.page.goto(`${origin}/?locale=en-XA#${hash}`);
    await app.page.locator('main h1').waitFor();
    await settled(app);
    const forgotten = await app.page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const place = node.parentElement;
        if (!place || place.closest('[translate="no"], script, noscript')) continue;
        texts.push(node.textContent ?? '');
      }
      const attributes = [...document.querySelectorAll('[aria-label], [placeholder]')]
        .filter((element) => !element.closest('[translate="no"]'))
        .flatMap((element) => [element.getAttribute('aria-label'), element.getAttribute('placeholder')]);
      // Numbers with units, sizes and dates come from Intl, ids and codes are marked: what is left has letters
      // in a row and no bracket.
      return [...texts, ...attributes].filter(
        (text) => text && /[A-Za-z]{4,}/.test(text) && !/⟦/.test(text) && !/\d/.test(text),
      );
    });
    expect(forgotten, name).toEqual([]);
  }
  await picture(app, 'pseudo-locale.png');
});

it('is accessible in the desktop app too, and keeps to the policy there', async () => {
  const without = 'color-contrast'; // the colours are those of the pages above
  await app.close(); // a data folder has one owner
  app = await launchApp({ shell: 'desktop', dataFolder });
  for (const [name, hash] of places.filter(([one]) => DESKTOP_PLACES.includes(one))) {
    await app.open(hash);
    await settled(app);
    expect(await violations(app, { without }), name).toEqual([]);
    await picture(app, `${name}-desktop-1280.png`);
  }
  await app.page.keyboard.press('n');
  await app.page.getByRole('button', { name: 'Choose folder…' }).waitFor();
  await picture(app, 'new-export-desktop-1280.png');
  expect(await violations(app, { within: '[role=dialog]', without }), 'new export').toEqual([]);
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('dialog').waitFor({ state: 'detached' });
  await app.open('/keys');
  await app.page.getByRole('button', { name: 'New key' }).first().click();
  await app.page.getByText(/Keep it in this computer.s keychain/).waitFor();
  await picture(app, 'new-key-desktop-1280.png');
  expect(await violations(app, { within: '[role=dialog]', without }), 'new key').toEqual([]);
  expect(app.complaints).toEqual([]);
});
