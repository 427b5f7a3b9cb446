import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { bareRepository, gitOf } from '../../server/api/agent.test-support.ts';
import { openForWriting } from '../../server/store/database.ts';
import { addUse } from '../../server/store/rate-limit.ts';
import { startForge } from '../stand-ins/forge-server.ts';
import { isFullRun } from '../stand-ins/full.ts';
import type { ModelStandIn } from '../stand-ins/model-server.ts';
import { finishedJob, MODEL_TOKEN, makeProject, setUpAgent, startModel } from './agent-project.ts';
import { type App, launchApp, shells } from './launch.ts';
import { seedAgentJobs } from './seed.ts';
import { expect, test } from './spec.ts';

/** From a prompt to a merged change, by hand: with a model that is a program and a real repository. */
const ARTEFACTS = path.join('test', 'artefacts', 'agents');
const JOB_MS = 60_000;

let model: ModelStandIn;
let app: App;

test.beforeAll(async () => {
  model = await startModel();
});
test.afterAll(async () => {
  await model.close();
});

async function picture(name: string): Promise<void> {
  if (!process.env.OFFPRINT_PICTURES) return;
  fs.mkdirSync(ARTEFACTS, { recursive: true });
  await app.page.screenshot({ path: path.join(ARTEFACTS, `${name}-${app.shell}.png`) });
}

function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name }).waitFor();
}

/** A copy of the repository, as on the far side of an air gap. */
function cloneOf(repository: string): string {
  const copy = path.join(path.dirname(repository), 'copy.git');
  execFileSync('git', ['clone', '--quiet', '--bare', repository, copy], { stdio: 'pipe' });
  return copy;
}

// The pages and their calls are the same on the stand-in for Electron, where journey.spec.ts exports a site.
for (const shell of shells.filter((one) => one !== 'desktop'))
  test.describe(`in the ${shell}`, () => {
    test('a prompt becomes a change that is commented on, approved and merged', async () => {
      app = await launchApp({ shell });
      const { page } = app;
      const repository = bareRepository();
      try {
        const projectId = await makeProject(app);

        // Nothing is set up: there is one first step
        await page.getByRole('link', { name: 'Agent jobs' }).click();
        await heading(page, 'Agent jobs');
        await page.getByRole('main').getByRole('link', { name: 'Add model server' }).click();
        await heading(page, 'Settings');
        await page.getByRole('button', { name: 'Add model server' }).click();
        await page.getByLabel('Name', { exact: true }).last().fill('local');
        await page.getByLabel('Address', { exact: true }).fill(model.baseUrl);
        await page.getByLabel('Model', { exact: true }).fill('scripted');
        await page.getByLabel('Token', { exact: true }).fill(MODEL_TOKEN);
        await page.getByRole('button', { name: 'Save' }).last().click();
        await page.getByText('Token stored').waitFor();
        await page.getByRole('button', { name: 'Test local' }).click();
        await page.getByText('Agent jobs can use this server.').waitFor({ timeout: JOB_MS });
        await picture('1-model-server');
        expect(await page.content()).not.toContain(MODEL_TOKEN);

        // Sets the repository of the project
        await app.open(`/projects/${projectId}/agent`);
        await page.getByLabel('Repository').fill('not an address');
        await page
          .getByLabel('Documentation folders')
          .locator('xpath=ancestor::form')
          .getByRole('button', { name: 'Save' })
          .click();
        await page
          .getByRole('alert')
          .getByText(/address/)
          .first()
          .waitFor();
        await page.getByLabel('Repository').fill(repository);
        await page
          .getByLabel('Documentation folders')
          .locator('xpath=ancestor::form')
          .getByRole('button', { name: 'Save' })
          .click();
        await page.getByText('Limits and exceptions').waitFor();
        await picture('2-project');

        // A job from a template, watched
        await app.open('/agents');
        await page.getByRole('button', { name: 'New agent job' }).first().click();
        await page.getByLabel('Template').selectOption('replace');
        await page.getByText('100 of 100 prompts and messages left this hour.').waitFor();
        await page.getByLabel('Prompt', { exact: true }).fill('Replace npm install by npm ci.\nEverywhere.');
        await picture('3-new-job');
        await page.getByRole('button', { name: 'Start job' }).click();
        await page.getByText('Proposed for review here.').waitFor({ timeout: JOB_MS });
        await heading(page, 'Use npm ci');
        await page.getByText('4 of 40').waitFor();
        await page.locator('summary').filter({ hasText: 'edit guide/install.mdx' }).click();
        await page.getByText('"new_text": "npm ci"').waitFor();
        await picture('4-steps');

        // The change, and the actions for it
        await page.getByRole('link', { name: 'Review the change' }).click();
        const added = page.getByRole('row').filter({ hasText: 'npm ci' });
        await added.waitFor();
        await page.getByRole('button', { name: 'Split' }).click();
        await added.filter({ hasText: 'npm install offprint' }).waitFor();
        await picture('5-split');
        await page.getByRole('button', { name: 'Unified' }).click();
        await added.hover();
        await added.getByRole('button', { name: 'Comment on line 6' }).click();
        await page
          .getByRole('textbox', { name: 'Comment on line 6' })
          .fill('Greet shorter on the first page.');
        await page.getByRole('button', { name: 'Add comment' }).click();
        await picture('6-comment');
        await page.getByRole('button', { name: 'Send 1 comment' }).click();

        // The agent gets the review and continues the job
        await page.getByText(/guide\/install\.mdx:6: Greet shorter/).waitFor();
        await heading(page, 'Use npm ci and greet shorter');
        await page.getByText('Plan').waitFor();
        await picture('7-follow-up');
        await page.getByRole('link', { name: 'Changes' }).click();
        await page.getByText('2 changed files').waitFor();
        await page.getByRole('button', { name: /^index\.mdx/ }).click();
        await page.getByRole('row').filter({ hasText: 'Hello' }).waitFor();

        // Complete, as files
        await page.getByRole('button', { name: 'Export as files' }).click();
        await page.getByRole('cell', { name: 'change.bundle', exact: true }).waitFor();
        await picture('8-export');

        // Merged, in the repository itself
        expect(gitOf(repository, 'show', 'main:guide/install.mdx')).toContain('npm install offprint');
        await page.getByRole('button', { name: 'Approve and merge' }).click();
        await page.getByRole('alertdialog').getByLabel('Note (optional)').fill('Thank you.');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Approve and merge' }).click();
        await page.getByText('This change was approved and merged into main.').waitFor();
        expect(gitOf(repository, 'show', 'main:guide/install.mdx')).toContain('npm ci');
        expect(gitOf(repository, 'show', 'main:index.mdx')).toContain('Hello');
        await page.getByRole('main').getByText('Merged', { exact: true }).waitFor();
        await page.getByRole('link', { name: 'Overview' }).click();
        await page.getByText('Approved and merged. Thank you.').waitFor();
        // The console also reports the refused address.
        expect(app.complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
      } finally {
        await app.close();
      }
    });
  });

test('is done with the keyboard alone: a job, its change, a comment, and that it is rejected', async () => {
  app = await launchApp();
  const { page } = app;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focusOn = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      const text = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        const label = element?.id ? document.querySelector(`label[for="${element.id}"]`) : null;
        return element?.getAttribute('aria-label') ?? label?.textContent ?? element?.textContent ?? '';
      });
      if (name.test(text)) return;
      await press('Tab');
    }
    throw new Error(`Tab never came to ${name}`);
  };
  try {
    const projectId = await makeProject(app);
    const repository = await setUpAgent(app, projectId, model);
    await finishedJob(app, projectId, 'An older job');

    // By the palette to the dialog
    await press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
    await page.keyboard.type('new agent');
    await press('Enter');
    await page.getByRole('dialog', { name: 'New agent job' }).getByLabel('Template').waitFor();
    await focusOn(/^Prompt$/);
    await page.keyboard.type('Use npm ci');
    await focusOn(/^Start job$/);
    await press('Enter');
    await page.getByText('Proposed for review here.').waitFor({ timeout: JOB_MS });

    // The list: one stop for Tab, arrows within
    await press('g', 'j');
    await heading(page, 'Agent jobs');
    await page.locator('[data-row="1"]').waitFor();
    await focusOn(/Use npm ci/);
    await press('ArrowDown');
    await page.locator('[data-row="1"]:focus').filter({ hasText: 'An older job' }).waitFor();
    await press('Home', 'Enter');
    await heading(page, 'Use npm ci');

    // The change: arrows go through its lines, Enter comments
    await focusOn(/^Changes$/);
    await press('Enter');
    await page.getByRole('grid', { name: 'Changed lines in guide/install.mdx' }).waitFor();
    await focusOn(/^@@/);
    await press(...Array.from({ length: 5 }, () => 'ArrowDown'), 'Enter');
    await page.getByRole('textbox', { name: 'Comment on line 6' }).waitFor();
    await page.keyboard.type('Why?');
    await press('Escape');
    await page.locator('tr:focus').filter({ hasText: 'npm ci' }).waitFor();
    await press('Enter');
    await page.keyboard.type('Mention the lock file.');
    await focusOn(/^Add comment$/);
    await press('Enter');
    await page.getByText('Mention the lock file.').waitFor();

    await page.getByRole('button', { name: 'Reject' }).focus();
    await press('Enter');
    // The button that opened the dialog has the same name, so wait until the dialog has the focus.
    await page.locator('[role=alertdialog]:focus-within').waitFor();
    await focusOn(/^Reject$/);
    await press('Enter');
    await page.getByText('This change was rejected. Nothing was merged into main.').waitFor();
    expect(gitOf(repository, 'show', 'main:guide/install.mdx')).toContain('npm install offprint');
    expect(app.complaints).toEqual([]);
  } finally {
    await app.close();
  }
});

test('the list follows what happens elsewhere, is filtered and searched, and many are archived at once', async () => {
  test.skip(!isFullRun, 'Runs with OFFPRINT_TEST_FULL=1.');
  app = await launchApp();
  const { page } = app;
  try {
    const projectId = await makeProject(app);
    await setUpAgent(app, projectId, model);
    await makeProject(app, 'Empty');
    await app.open('/agents');
    await page.getByRole('button', { name: 'New agent job' }).last().waitFor();

    // Started by the API, shown here
    await finishedJob(app, projectId, 'Use npm ci');
    const done = page.getByRole('row').filter({ hasText: 'Use npm ci' });
    await done.getByText('Proposed').waitFor();
    await done.getByRole('gridcell', { name: '4', exact: true }).waitFor();
    const { id } = await app.call<{ id: string }>('POST', `/v2/agent/${projectId}/job`, {
      prompt: 'Wait for me',
    });
    const waiting = page.getByRole('row').filter({ hasText: 'Wait for me' });
    await waiting.getByText('Working').waitFor({ timeout: JOB_MS });

    await waiting.getByRole('button', { name: 'Actions for Wait for me' }).click();
    await page.getByRole('menuitem', { name: 'Cancel job' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel job' }).click();
    await waiting.getByText('Canceled', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Failed' }).click();
    await done.waitFor({ state: 'detached' });
    await waiting.waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await done.waitFor();
    await page.getByRole('searchbox').fill(id);
    await done.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await done.waitFor();
    await page.getByLabel('Project').selectOption('Empty');
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Show all agent jobs' }).click();

    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByText('2 agent jobs selected').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('2 agent jobs archived').waitFor();
    await page.getByText('No agent jobs yet').waitFor();
    await page.getByRole('button', { name: 'Archived', exact: true }).click();
    await done.waitFor();
    await waiting.waitFor();
    await page.getByRole('link', { name: 'Use npm ci' }).click();
    await page.getByText('Proposed for review here.').waitFor();
    expect(await page.getByLabel('Message', { exact: true }).count()).toBe(0);
    expect(app.complaints).toEqual([]);
  } finally {
    await app.close();
  }
});

test('a long list of jobs holds what is seen, and loads the rest when it comes near', async () => {
  // A page of the list has 100 jobs.
  const count = isFullRun ? 1000 : 300;
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-agents-'));
  await seedAgentJobs(dataFolder, count);
  app = await launchApp({ dataFolder });
  const { page } = app;
  try {
    await app.open('/agents');
    await page
      .getByRole('row')
      .filter({ hasText: `Job number ${count}` })
      .waitFor();
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1');
    expect(await page.locator('[data-row]').count()).toBeLessThan(60);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByText(`${count.toLocaleString('en')} agent jobs selected`).waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('End');
    await page
      .locator(`[data-row="${count - 1}"]:focus`)
      .filter({ hasText: 'Job number 1' })
      .waitFor();
    await page.getByRole('searchbox').fill('number 27');
    await page.getByRole('row').filter({ hasText: 'Job number 277' }).waitFor();
    await page.waitForFunction(
      () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '12',
    );
  } finally {
    await app.close();
    fs.rmSync(dataFolder, { recursive: true, force: true });
  }
});

test('a change is carried as a bundle, its digest compared, and imported for another project', async () => {
  app = await launchApp();
  const { page } = app;
  try {
    const here = await makeProject(app, 'Here');
    const there = await makeProject(app, 'There');
    const repository = await setUpAgent(app, here, model);
    const id = await finishedJob(app, here, 'Use npm ci');
    await setUpAgent(app, there, model, cloneOf(repository));

    await app.open(`/agents/${here}/${id}/changes`);
    await page.getByRole('button', { name: 'Export as files' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save change.bundle' }).click(),
    ]);
    const bundle = await download.path();
    const [sums] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save SHA256SUMS' }).click(),
    ]);
    const listed = fs.readFileSync(await sums.path(), 'utf8');
    expect(listed).toContain(createHash('sha256').update(fs.readFileSync(bundle)).digest('hex'));

    await app.open('/agents');
    await page.getByRole('button', { name: 'Import a change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a change' });
    await dialog.getByLabel('Project').selectOption('There');
    await dialog.getByLabel('Bundle').setInputFiles(bundle);
    await dialog.getByLabel('SHA-256').fill('0'.repeat(63));
    await dialog.getByText('No SHA-256 found').waitFor();
    await dialog.getByLabel('SHA-256').fill('0'.repeat(64));
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('SHA-256').fill(listed);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'npm ci' }).waitFor({ timeout: JOB_MS });
    await page.getByRole('button', { name: 'Approve and merge' }).waitFor({ timeout: JOB_MS });
  } finally {
    await app.close();
  }
});

test('a forge is added, tested with a project, and a job leads to its merge request', async () => {
  test.skip(!isFullRun, 'Runs with OFFPRINT_TEST_FULL=1.');
  const token = 'canary-forge-token';
  const repository = bareRepository();
  const forge = await startForge({ kind: 'gitea', repository, name: 'docs/site', token });
  app = await launchApp();
  const { page } = app;
  const save = page
    .getByLabel('Documentation folders')
    .locator('xpath=ancestor::form')
    .getByRole('button', { name: 'Save' });
  try {
    const projectId = await makeProject(app);
    await setUpAgent(app, projectId, model, forge.gitUrl);
    await app.open('/settings');
    await page.getByRole('button', { name: 'Add forge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add forge' });
    await dialog.getByLabel('Name', { exact: true }).fill('gitea');
    await dialog.getByLabel('Address').fill(forge.baseUrl);
    await dialog.getByLabel('Token', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('To test this forge, first select it under').waitFor();

    await app.open(`/projects/${projectId}/agent`);
    await page.getByLabel('Forge', { exact: true }).selectOption('gitea');
    await page.getByLabel('Repository owner and name on the forge').fill('docs/site');
    await save.click();

    // The stored token is wrong: the test reports it, and passes with the right one
    await app.open('/settings');
    await page.getByRole('button', { name: 'Test gitea' }).click();
    await page
      .getByText(/token/)
      .filter({ hasText: /reject/i })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Edit gitea' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit forge' });
    await edit.getByLabel('Token', { exact: true }).fill(token);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test gitea' }).click();
    await picture('8-forge');
    await page.locator('[data-tone=good]').filter({ hasText: 'docs/site' }).waitFor();

    const id = await finishedJob(app, projectId, 'Use npm ci');
    expect(forge.requests).toHaveLength(1);
    await app.open(`/agents/${projectId}/${id}`);
    const link = page.getByRole('link', { name: 'View merge request' });
    expect(await link.getAttribute('href')).toBe(`${forge.baseUrl}/docs/site/pulls/1`);
    await picture('9-merge-request');
    await app.open(`/agents/${projectId}/${id}/changes`);
    await page.getByText('This change is reviewed in its merge request on the forge.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve and merge' }).count()).toBe(0);
    expect(await page.content()).not.toContain(token);
  } finally {
    await app.close();
    await forge.close();
  }
});

test('says how long to wait when a project has sent as many prompts as it may', async () => {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-agents-'));
  app = await launchApp({ dataFolder });
  const projectId = await makeProject(app);
  await setUpAgent(app, projectId, model);
  await app.close();
  const store = openForWriting(dataFolder);
  for (let use = 0; use < 100; use++) addUse(store, projectId, 'agent');
  store.close();
  app = await launchApp({ dataFolder });
  const { page } = app;
  try {
    await app.open('/agents');
    await page.getByRole('button', { name: 'New agent job' }).first().click();
    await page.getByText(/No prompts or messages left this hour/).waitFor();
    await page.getByLabel('Prompt', { exact: true }).fill('One too many');
    await page.getByRole('button', { name: 'Start job' }).click();
    await page
      .getByRole('alert')
      .getByText(/Try again in/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Start job' }).isDisabled()).toBe(true);
  } finally {
    await app.close();
    fs.rmSync(dataFolder, { recursive: true, force: true });
  }
});
