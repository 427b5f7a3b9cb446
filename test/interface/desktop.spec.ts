import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buildDesktop } from '../../scripts/build-desktop.ts';
import type { Bundle, Diagnostics, Job } from '../../server/api/wire.types.ts';
import { readDescriptor } from '../../server/private-socket.ts';
import { startOnStandIn } from '../stand-in/display.ts';
import { BUILT } from '../stand-ins/built.ts';
import { makeSite, manyPages } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type App, type LaunchOptions, launchApp } from './launch.ts';
import { expect, test } from './spec.ts';

/** What only the desktop app does: the isolation of its page, and its use of the system. */
/** A site whose export takes long enough for something to happen meanwhile. */
const PAGES = isFullRun ? 200 : 150;
const SLOW = { concurrency: 1, render: 'never', sampleMin: 0, sampleMax: 0 };
let site: string;
/** Two pages, for tests where nothing happens meanwhile. */
let smallSite: string;
/** For all tests that neither end it nor start it differently. */
let shared: DesktopApp;

test.beforeAll(async () => {
  smallSite = makeSite(manyPages(1));
  site = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-desktop-site-'));
  const links = Array.from({ length: PAGES }, (_, index) => `<a href="page-${index}.html">${index}</a>`).join(
    ' ',
  );
  fs.writeFileSync(path.join(site, 'index.html'), `<!doctype html><title>Start</title>${links}`);
  for (let index = 0; index < PAGES; index++) {
    fs.writeFileSync(
      path.join(site, `page-${index}.html`),
      `<!doctype html><title>${index}</title><p>${'x'.repeat(2000)}`,
    );
  }
  shared = (await launchApp({ shell: 'desktop' })) as DesktopApp;
});
test.afterAll(async () => {
  await shared.close();
  fs.rmSync(site, { recursive: true, force: true });
});

type DesktopApp = App & { standIn: NonNullable<App['standIn']> };

async function withShared(work: (app: DesktopApp) => Promise<void>): Promise<void> {
  try {
    await work(shared);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.stack : error}\n${shared.standIn.log()}`);
  }
}

async function withApp(work: (app: DesktopApp) => Promise<void>, options: LaunchOptions = {}): Promise<void> {
  const app = (await launchApp({ shell: 'desktop', ...options })) as DesktopApp;
  try {
    await work(app);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.stack : error}\n${app.standIn.log()}`);
  } finally {
    await app.close();
  }
}

async function startSlowExport(
  app: App,
  { folder = site, domain = 'slow.example', settings = SLOW as object } = {},
): Promise<Job> {
  await app.call('POST', '/v1/projects', {
    name: domain,
    domains: [domain],
    origin: { kind: 'directory', folder },
    settings,
  });
  return app.call('POST', '/v1/static-export/jobs', { domain });
}

async function untilEnded(app: App, jobId: string): Promise<Job> {
  for (;;) {
    const job = await app.call<Job>('GET', `/v1/static-export/jobs/${jobId}`);
    if (job.status === 'completed' || job.status === 'failed') return job;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test.describe('the bridge', () => {
  test('gives the page the documented surface and nothing else', async () => {
    const documented = [...fs.readFileSync('docs/security.md', 'utf8').matchAll(/^\| `(\w+)\(/gm)].map(
      ([, name]) => name,
    );
    await withShared(async ({ page }) => {
      const seen = await page.evaluate(() => {
        const surface = (window as unknown as { offprint: Record<string, unknown> }).offprint;
        return {
          members: Object.entries(surface).map(([name, value]) => `${name} ${typeof value}`),
          isFrozen: Object.isFrozen(surface),
          globals: [
            'require',
            'process',
            'module',
            'ipcRenderer',
            'electron',
            'Buffer',
            '__standInSend',
            '__standInReceive',
          ].filter((name) => name in window),
        };
      });
      expect(seen.members.sort()).toEqual(documented.map((name) => `${name} function`).sort());
      expect(seen.isFrozen).toBe(true);
      expect(seen.globals).toEqual([]);
    });
  });

  test('hands listeners the message alone, no event that leads further', async () => {
    await withShared(async ({ page, standIn }) => {
      await page.evaluate(() => {
        const heard: string[] = [];
        const { onGo } = (
          window as unknown as { offprint: { onGo: (hear: (...args: unknown[]) => void) => void } }
        ).offprint;
        onGo((...args) => heard.push(JSON.stringify(args)));
        Object.assign(window, { heard });
      });
      standIn.send({ kind: 'app', event: 'open-url', args: ['offprint://job/se_0123456789abcdef'] });
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
        .toEqual(['[{"hash":"#/exports/se_0123456789abcdef"}]']);
    });
  });

  test('refuses what the contract does not take, with a sentence and nothing of the inside', async () => {
    await withShared(async ({ page }) => {
      const refusal = await page.evaluate(() => {
        const { saveBundle } = (
          window as unknown as { offprint: { saveBundle: (jobId: string) => Promise<void> } }
        ).offprint;
        return saveBundle('../../etc/passwd').then(
          () => 'done',
          (error: Error) => error.message,
        );
      });
      expect(refusal).toMatch(/^bundle:save: /);
      expect(refusal).not.toMatch(/\/tmp|node:|at /);
    });
  });
});

test.describe('the page', () => {
  test('leads nowhere, opens no window, and loads nothing from elsewhere', async () => {
    await withShared(async ({ page, standIn, complaints, url }) => {
      const place = page.url();
      for (const target of [
        'https://example.com/',
        'file:///etc/passwd',
        '/api/v1/settings',
        '/assets/',
        url(),
      ]) {
        await page.evaluate((href) => {
          const link = document.createElement('a');
          link.href = href;
          document.body.append(link);
          link.click();
          link.remove();
        }, target);
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
        expect(page.url(), target).toBe(place);
      }
      await page.evaluate(() => void window.open('https://example.com/docs'));
      await standIn.untilNoted(
        'shell.openExternal',
        ((to: string) => to === 'https://example.com/docs') as never,
      );
      await page.evaluate(() => void window.open('http://example.com/'));
      // The stand-in closes a denied window only after Chromium has opened it.
      await expect.poll(() => page.context().pages().length).toBe(1);
      expect(standIn.noted('shell.openExternal')).toHaveLength(1);
      const fetched = await page.evaluate(
        (to) =>
          fetch(to).then(
            () => 'answered',
            () => 'refused',
          ),
        url(),
      );
      expect(fetched).toBe('refused');
      await expect.poll(() => complaints.some((line) => line.includes('connect-src'))).toBe(true);
    });
  });

  test('runs no text as code', async () => {
    await withShared(async ({ page, complaints }) => {
      // By an event, because the policy does not apply to code that a debugger evaluates.
      await page.evaluate(() => {
        const script = document.createElement('script');
        script.id = 'inline';
        try {
          script.text = 'window.wasRun = true';
        } catch {}
        document.body.append(script);
      });
      expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
      await expect
        .poll(() => complaints.some((line) => /require-trusted-types-for|script-src/.test(line)))
        .toBe(true);
    });
  });
});

test.describe('the system', () => {
  // On the stand-in, its messages no longer reach a page that navigated away.
  test.beforeAll(async () => {
    await shared.close();
    shared = (await launchApp({ shell: 'desktop' })) as DesktopApp;
  });

  test('is asked for the sandbox before anything else, for one window, and for nothing unsafe', async () => {
    await withShared(async ({ standIn }) => {
      expect(standIn.notes[0]?.what).toBe('app.enableSandbox');
      const [options, ...others] = standIn.noted('new BrowserWindow').map(({ args }) => args[0]);
      expect(others).toEqual([]);
      expect((options as { webPreferences: object }).webPreferences).toEqual({
        preload: path.join(BUILT, 'preload/dist/preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        spellcheck: false,
        devTools: true,
      });
    });
  });

  test('has one app for a data folder; a second start shows its link in the first', async () => {
    await withShared(async ({ page, dataFolder, context, standIn }) => {
      const link = 'offprint://job/se_00000000000000ff';
      const second = startOnStandIn({ context, dataFolder, args: [link] });
      const code = await new Promise((resolve) => second.child.once('exit', resolve));
      expect(code).toBe(0);
      expect(second.noted('new BrowserWindow')).toEqual([]);
      await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/exports/se_00000000000000ff');
      expect(standIn.noted('window.focus').length).toBeGreaterThan(0);
    });
  });

  test('hears how far exports are, stays awake meanwhile, and is told of their end when nobody looks', async () => {
    await withShared(async (app) => {
      const { standIn, page } = app;
      const { jobId } = await startSlowExport(app);
      await standIn.untilNoted(
        'powerSaveBlocker.start',
        ((type: string) => type === 'prevent-app-suspension') as never,
      );
      await standIn.untilNoted('window.setProgressBar', ((share: number) => share > 0) as never);
      standIn.send({ kind: 'window', window: 1, event: 'blur' });
      expect((await untilEnded(app, jobId)).status).toBe('completed');
      const { args } = await standIn.untilNoted('notification.show');
      expect(args).toEqual([
        { title: 'slow.example exported', body: 'The bundle has been packed and verified.' },
      ]);
      await standIn.untilNoted('powerSaveBlocker.stop');
      expect(standIn.noted('window.setProgressBar').at(-1)?.args).toEqual([-1]);
      standIn.send({ kind: 'notification-click' });
      await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#/exports/${jobId}`);
      standIn.send({ kind: 'window', window: 1, event: 'focus' });
    });
  });

  test('takes a folder from the dialog and one that is dropped', async () => {
    await withShared(async ({ page, standIn, open, context, dataFolder }) => {
      await open('/exports');
      standIn.answers.set('dialog.showOpenDialog', { canceled: false, filePaths: [site] });
      await page.getByRole('button', { name: 'New export' }).first().click();
      await page.getByRole('button', { name: 'Choose folder…' }).click();
      await expect
        .poll(() => page.getByRole('dialog').getByLabel('Site').inputValue())
        .toBe(fs.realpathSync(site));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      const cdp = await context.newCDPSession(page);
      const drop = async (place: string): Promise<void> => {
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
          await cdp.send('Input.dispatchDragEvent', {
            type,
            x: 500,
            y: 400,
            data: { items: [], files: [place], dragOperationsMask: 1 },
          });
          if (type !== 'dragOver') continue;
          await page.getByText('Drop a folder to export it').waitFor();
          // A list that loads meanwhile moves something else under the pointer.
          await page.evaluate(() => {
            const late = document.createElement('div');
            late.style = 'position: fixed; inset: 0; z-index: 1000';
            document.body.append(late);
            addEventListener('drop', () => late.remove(), { once: true });
          });
        }
      };
      await drop(site);
      await expect
        .poll(() => page.getByRole('dialog').getByLabel('Site').inputValue())
        .toBe(fs.realpathSync(site));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await drop(dataFolder);
      await page.getByText("That is Offprint's own data folder").first().waitFor();
    });
  });

  test('saves a bundle whole, shows it, and copies nothing that the page could read elsewhere', async () => {
    await withShared(async (app) => {
      const { page, standIn, dataFolder } = app;
      const { jobId } = await startSlowExport(app, { folder: smallSite, domain: 'saved.example' });
      await untilEnded(app, jobId);
      const file = path.join(dataFolder, '..', `saved-${path.basename(dataFolder)}.zip`);
      await app.open(`/exports/${jobId}`);
      standIn.answers.set('dialog.showSaveDialog', { canceled: false, filePath: file });
      await page.getByRole('button', { name: 'Save as…' }).click();
      await page.getByText(file).waitFor();
      const { sha256 } = await app.call<Bundle>('POST', `/v1/static-export/jobs/${jobId}/bundle`, {
        format: 'zip',
        forPeople: true,
      });
      expect(createHash('sha256').update(fs.readFileSync(file)).digest('hex')).toBe(sha256);
      fs.rmSync(file);
      await page.getByRole('button', { name: 'Show in folder' }).click();
      const { args } = await standIn.untilNoted('shell.showItemInFolder');
      expect(args).toEqual([path.join(dataFolder, 'exports', jobId, 'bundle.zip')]);
      standIn.answers.set('dialog.showSaveDialog', { canceled: false, filePath: '/proc/none/x.zip' });
      await page.getByRole('button', { name: 'Save as…' }).click();
      await page.getByText('The bundle could not be saved').first().waitFor();
    });
  });
});

test.describe('the local API', () => {
  test('is switched off and on in Settings', async () => {
    await withShared(async ({ page, url, open }) => {
      const before = url();
      expect((await fetch(`${before}/healthz`)).status).toBe(200);
      await open('/settings');
      await page.getByRole('switch', { name: 'Local API' }).click();
      await page.getByText('Local API saved').waitFor();
      await page.getByRole('button', { name: 'Restart now' }).click();
      await page.getByText('The local API was restarted').waitFor();
      expect(url()).toBe('');
      await expect(fetch(`${before}/healthz`)).rejects.toThrow();
      await page.getByRole('link', { name: 'Projects' }).click();
      await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    });
  });

  test('that cannot have its port does not keep the window from opening', async () => {
    const other = http.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    try {
      await withShared(async ({ page, call, standIn, dataFolder }) => {
        await call('PATCH', '/v1/settings', { port, localApi: true });
        await page.getByRole('link', { name: 'Settings' }).click();
        await page.getByRole('button', { name: 'Restart now' }).click();
        await page.getByText('The local API is off').first().waitFor();
        await page.getByText(`port ${port}`, { exact: false }).first().waitFor();
        expect(readDescriptor(dataFolder)?.url).toBe(null);
        expect(standIn.log()).toContain('the local API is off');
      });
    } finally {
      other.close();
    }
  });
});

test.describe('what goes on', () => {
  test('goes on when the window is closed, if somebody says so; each text is one of the messages', async () => {
    const forgotten = (value: unknown, keys: RegExp): string[] =>
      [...JSON.stringify(value).matchAll(/"(\w+)":(?:"([^"]*)"|\[("[^\]]*")\])/g)]
        .filter(([, key = '']) => keys.test(key))
        .flatMap(([, , text, list]) => text ?? (JSON.parse(`[${list}]`) as string[]))
        .filter((text) => !text.startsWith('⟦'));
    await withApp(
      async (app) => {
        const { standIn } = app;
        const { args: menu } = await standIn.untilNoted('Menu.setApplicationMenu');
        expect(JSON.stringify(menu)).toContain('⟦&Fííléé⟧');
        expect(forgotten(menu, /^label$/)).toEqual([]);
        const { jobId } = await startSlowExport(app);
        await standIn.untilNoted('powerSaveBlocker.start');
        standIn.send({ kind: 'window', window: 1, event: 'blur' });
        standIn.send({ kind: 'window', window: 1, event: 'close' });
        await standIn.untilNoted('window.hide');
        const [asked] = standIn.noted('dialog.showMessageBox');
        expect(JSON.stringify(asked)).toContain('⟦Qúúíít⟧');
        expect(forgotten(asked, /^(message|detail|buttons)$/)).toEqual([]);
        expect((await untilEnded(app, jobId)).status).toBe('completed');
        const { args: told } = await standIn.untilNoted('notification.show');
        expect(forgotten(told, /^(title|body)$/)).toEqual([]);
      },
      { args: ['--locale=en-XA'] },
    );
  });

  test('outlives a page that dies', async () => {
    test.skip(!isFullRun, 'Runs with OFFPRINT_TEST_FULL=1.');
    await withApp(async (app) => {
      const { standIn, page } = app;
      const { jobId } = await startSlowExport(app);
      standIn.send({ kind: 'contents', window: 1, event: 'render-process-gone' });
      await expect.poll(() => standIn.log()).toContain("the window's process ended: crashed");
      await page.getByRole('link', { name: 'slow.example' }).first().waitFor();
      expect((await untilEnded(app, jobId)).status).toBe('completed');
    });
  });

  test('is taken up again after kill -9', async () => {
    test.skip(!isFullRun, 'Runs with OFFPRINT_TEST_FULL=1.');
    const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-killed-'));
    const first = (await launchApp({ shell: 'desktop', dataFolder })) as DesktopApp;
    const { jobId } = await startSlowExport(first);
    await first.standIn.untilNoted('window.setProgressBar', ((share: number) => share > 0) as never);
    await first.standIn.kill();
    await first.context.close();
    await withApp(
      async (app) => {
        await app.page.getByRole('link', { name: 'slow.example' }).waitFor();
        const job = await untilEnded(app, jobId);
        expect([job.status, job.pageCount]).toEqual(['completed', PAGES + 1]);
      },
      { dataFolder },
    );
    fs.rmSync(dataFolder, { recursive: true, force: true });
  });
});

test('runs compiled, as Electron runs it', async () => {
  test.skip(!isFullRun, 'Runs with OFFPRINT_TEST_FULL=1.');
  const folder = await buildDesktop(process.cwd());
  await withApp(
    async (app) => {
      const { jobId } = await startSlowExport(app, { folder: smallSite, settings: { sampleMax: 0 } });
      expect(await untilEnded(app, jobId)).toMatchObject({ status: 'completed' });
      await app.open(`/exports/${jobId}`);
      await app.page.getByText('Copy link').waitFor();
      expect(app.complaints).toEqual([]);
    },
    { entry: path.join(folder, 'main/main.js') },
  );
});

test('lets no secret into its log, its errors, its diagnostics, or the processes that it starts', async () => {
  const canary = 'canary-7f3a91';
  await withApp(
    async (app) => {
      const { key } = await app.call<{ key: string }>('POST', '/v1/keys', {
        name: 'canary',
        scopes: ['write'],
      });
      expect(
        (await fetch(`${app.url()}/v1/projects`, { headers: { authorization: `Bearer ${key}x` } })).status,
      ).toBe(401);
      const { jobId } = await startSlowExport(app);
      await app.standIn.untilNoted('powerSaveBlocker.start');
      const { secret } = readDescriptor(app.dataFolder) ?? { secret: '' };
      const processes = childrenOf(app.standIn.child.pid ?? 0).map((pid) => ({
        args: fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
        env: fs.readFileSync(`/proc/${pid}/environ`, 'utf8'),
      }));
      expect(processes.length).toBeGreaterThan(0);
      await untilEnded(app, jobId);
      const diagnostics = JSON.stringify(await app.call<Diagnostics>('GET', '/v1/diagnostics'));
      const page = await app.page.content();
      for (const text of [
        app.standIn.log(),
        diagnostics,
        page,
        ...processes.flatMap(({ args, env }) => [args, env]),
      ]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(key);
      }
      // Nor do they inherit variables that would make them load something else.
      for (const { env } of processes) expect(env).not.toContain(canary);
    },
    { env: { LD_AUDIT: canary, NODE_PATH: canary } },
  );
});

function childrenOf(pid: number): number[] {
  const own = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}
