import { bareRepository } from '../../server/api/agent.test-support.ts';
import { bundleOf, commitTo, DOCS_FILES } from '../../server/api/changed-repository.test-support.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { setUpAgent, startModel } from './agent-project.ts';
import { violations } from './axe.ts';
import { type App, launchApp } from './launch.ts';
import { expect, test } from './spec.ts';

const CHANGE = { 'docs/guide/one.mdx': '---\ntitle: One\n---\n\nThe new text.\n' };

let repository: string;
let projectId: string;
let app: App;

test.beforeAll(async () => {
  repository = bareRepository(DOCS_FILES);
  app = await launchApp({});
  ({ projectId } = await app.call<{ projectId: string }>('POST', '/v1/projects', {
    name: 'Docs',
    domains: ['docs.example.test'],
    origin: { kind: 'repository', repository, ref: 'main', folder: 'docs' },
  }));
});
test.afterAll(() => app?.close());

test('the site of a branch is looked at, and that of another one', async () => {
  const { page } = app;
  commitTo(repository, 'next', { 'docs/index.mdx': '---\ntitle: Next\n---\n\nTo come.\n' });
  await app.open(`/projects/${projectId}/preview`);
  await page.getByRole('button', { name: 'Show site' }).click();
  const site = page.frameLocator('iframe');
  await site.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
  await page.getByLabel('Branch').fill('next');
  await page.getByRole('button', { name: 'Refresh preview' }).click();
  await site.getByRole('heading', { name: 'Next', level: 1 }).waitFor();
  await page.getByText('1 finding').waitFor({ state: 'detached' });
  expect(await violations(app)).toEqual([]);
});

test('a change is looked at page by page, and the merged branch is exported', async () => {
  test.skip(!isFullRun, 'Runs with OFFPRINT_TEST_FULL=1.');
  const { page } = app;
  const model = await startModel();
  try {
    await setUpAgent(app, projectId, model, repository);
    const { id } = await app.call<{ id: string }>('POST', `/v2/agent/${projectId}/import`, {
      bundle: bundleOf(repository, CHANGE),
    });
    await app.open(`/agents/${projectId}/${id}/changes`);
    await page.getByRole('button', { name: 'Show pages' }).click();
    const side = (name: string) => page.getByRole('region', { name }).frameLocator('iframe');
    await side('Before').getByText('The old text.').waitFor();
    await side('After').getByText('The new text.').waitFor();
    expect(await violations(app)).toEqual([]);

    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Export main' }).click();
    await page.waitForURL(/#\/exports\//);
  } finally {
    await model.close();
  }
});
