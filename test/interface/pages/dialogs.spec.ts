import { firstOf } from '../../stand-ins/full.ts';
import { violations } from '../axe.ts';
import type { App } from '../launch.ts';
import { expect, test } from '../spec.ts';
import { launchSeeded, picture, places } from './seeded.ts';

let app: App;

test.beforeAll(async () => {
  app = await launchSeeded();
});
test.afterAll(() => app?.close());

// Their content has the colours of the pages: a full run checks them in the dark theme, too.
test('dialogs, menus and notes are accessible too', async () => {
  const only = test.info().project.name === 'dark' ? 'color-contrast' : undefined;
  await app.open('/exports');
  const { page } = app;
  // Only the new parts: the pages below are checked above.
  const look = async (name: string, part = '[role=dialog], [role=alertdialog]'): Promise<void> => {
    await picture(app, name);
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
  await page.getByText('The site is not responding').waitFor();
  await page.getByText('Credentials and connection').click();
  await page.getByRole('button', { name: 'Add cookie' }).click();
  await page.getByRole('button', { name: 'Add header' }).click();
  await look('new-export-live');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page
    .getByRole('option', { name: /Handbook/ })
    .first()
    .waitFor();
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
  await app.open(places().find(([name]) => name === 'agent-changes')?.[1] ?? '');
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

/** Buttons that open a dialog, by place. Those with content of their own come first; the rest only ask a question. */
const OPENERS: readonly (readonly [place: string, button: RegExp])[] = [
  ['job-report', /index\.html/],
  ['agent-changes', /^Reject$/],
  ['projects', /^Remove old exports…$/],
  ['hosting', /^Host a site…$/],
  ['receive', /^Trust this key…$/],
  ['trust', /^Rename The docs team$/],
  ['trust', /^Revoke The docs team$/],
  ['keys', /^Revoke ci$/],
  ['job', /^Host…$/],
  ['job-waiting', /^Cancel export$/],
  ['project', /^Delete project$/],
  ['publications', /^Remove Blocked$/],
  ['hosting', /^Remove /],
  ['receive', /^Accept anyway…$/],
  ['receive', /^Discard$/],
  ['trust', /^Remove The docs team$/],
  ['settings', /^Remove local$/],
];

test('questions are accessible too', async () => {
  const { page } = app;
  await page.reload();
  const only = test.info().project.name === 'dark' ? 'color-contrast' : undefined;
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  for (const [place, button] of firstOf(9, OPENERS)) {
    const name = `${place}-${button.source.replace(/\W+/g, '')}`;
    await app.open(places().find(([one]) => one === place)?.[1] ?? '');
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await dialog.waitFor();
    await picture(app, name);
    expect(await violations(app, { within: '[role=dialog], [role=alertdialog]', only }), name).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(app.complaints).toEqual([]);
});
