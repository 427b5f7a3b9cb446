import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Frame, ToDisplay, ToMain } from './messages.ts';
import { PAGE_WORLD, preloadWorld, WORLD } from './worlds.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ORIGIN = /^http:\/\/bundle\.app\.localhost:\d+/;

export type Note = Readonly<{ what: string; args: readonly unknown[] }>;

export type StandIn = Readonly<{
  child: ChildProcess;
  /** The page of the newest window. */
  page: () => Promise<Page>;
  /** Recorded calls to anything without a page, in order. */
  notes: readonly Note[];
  noted: (what: string) => Note[];
  /** Resolves with the first matching note, including past ones. */
  untilNoted: (what: string, is?: (...args: never[]) => boolean) => Promise<Note>;
  /** Answers that dialogs give from now on. */
  answers: Map<string, unknown>;
  send: (message: ToMain) => void;
  /** Standard error of the app. */
  log: () => string;
  /**
   * Quits it as a user would.
   * @returns its exit code
   */
  quit: () => Promise<number | null>;
  /** Kills it as a power cut would. */
  kill: () => Promise<void>;
}>;

export type StandInOptions = Readonly<{
  context: BrowserContext;
  dataFolder: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** The compiled app instead of its sources. */
  entry?: string;
  /** Modules to load before it. */
  imports?: readonly string[];
}>;

/** Starts the desktop app on the stand-in for Electron; its windows are pages in the caller's browser. */
export function startOnStandIn(options: StandInOptions): StandIn {
  const { context, dataFolder } = options;
  const child = fork(
    options.entry ?? path.join(ROOT, 'main/main.ts'),
    [`--data=${dataFolder}`, ...(options.args ?? [])],
    {
      serialization: 'advanced',
      execArgv: [new URL('./register.ts', import.meta.url).href, ...(options.imports ?? [])].flatMap(
        (url) => ['--import', url],
      ),
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += chunk));

  const pages = new Map<number, Promise<Shown>>();
  const notes: Note[] = [];
  const heard = new Set<() => void>();
  const answers = new Map<string, unknown>([
    ['dialog.showMessageBox', { response: 0 }],
    ['dialog.showOpenDialog', { canceled: true, filePaths: [] }],
    ['dialog.showSaveDialog', { canceled: true, filePath: '' }],
  ]);
  const waiting = new Map<number, (value: unknown) => void>();
  let lastCall = 0;
  const send = (message: ToMain): void => {
    if (child.connected) child.send(message, () => {});
  };
  const request = (message: (call: number) => ToMain): Promise<unknown> =>
    new Promise((resolve) => {
      const call = ++lastCall;
      waiting.set(call, resolve);
      send(message(call));
    });

  child.on('message', async (message: ToDisplay) => {
    switch (message.kind) {
      case 'note':
        notes.push(message);
        for (const look of heard) look();
        break;
      case 'ask':
        notes.push(message);
        for (const look of heard) look();
        send({ kind: 'answer', call: message.call, value: answers.get(message.what) });
        break;
      case 'reply':
        waiting.get(message.call)?.(message.value);
        waiting.delete(message.call);
        break;
      case 'open':
        pages.set(message.window, show(message.window, message.preload, message));
        break;
      case 'load':
        await (await pages.get(message.window))?.page.goto(message.url).catch(() => {});
        break;
      case 'reload':
        await (await pages.get(message.window))?.page.reload().catch(() => {});
        break;
      case 'send':
        await (await pages.get(message.window))?.receive({ channel: message.channel, args: message.args });
        break;
      case 'crash':
        await (await pages.get(message.window))?.cdp.send('Page.crash').catch(() => {});
        break;
      case 'destroy':
        await (await pages.get(message.window))?.page.close().catch(() => {});
    }
  });

  type Shown = { page: Page; cdp: CDPSession; receive: (message: object) => Promise<void> };

  async function show(
    window: number,
    preload: string,
    size: { width: number; height: number },
  ): Promise<Shown> {
    const page = await context.newPage();
    void size;
    const cdp = await context.newCDPSession(page);
    let world: number | undefined;
    cdp.on('Runtime.executionContextCreated', ({ context: created }) => {
      if (created.name === WORLD) world = created.id;
    });
    cdp.on('Runtime.bindingCalled', async ({ payload, executionContextId }) => {
      const { call, channel, args } = JSON.parse(payload) as {
        call: number;
        channel: string;
        args: unknown[];
      };
      const named = await withPaths(cdp, executionContextId, args);
      const frame: Frame = { isMain: true, url: page.url().replace(ORIGIN, 'app://bundle') };
      const value = await request((own) => ({
        kind: 'invoke',
        call: own,
        window,
        channel,
        args: named,
        frame,
      }));
      await receive({ call, ...(value as object) }, executionContextId);
    });
    const receive = async (message: object, contextId = world): Promise<void> => {
      if (contextId === undefined) return;
      const expression = `__standInReceive(${JSON.stringify(JSON.stringify(message))})`;
      // A page that is already gone does not receive it.
      await cdp.send('Runtime.evaluate', { contextId, expression }).catch(() => {});
    };
    cdp.on('Page.windowOpen', ({ url }) => {
      request((call) => ({
        kind: 'may',
        call,
        window,
        what: 'open',
        url: url.replace(ORIGIN, 'app://bundle'),
      }));
    });
    page.on('popup', (popup) => popup.close().catch(() => {}));
    page.on('crash', () => send({ kind: 'contents', window, event: 'render-process-gone' }));
    page.on('domcontentloaded', () => send({ kind: 'contents', window, event: 'dom-ready' }));
    // Requests that leave the app.
    await page.route(
      (url) => !ORIGIN.test(url.href),
      async (route) => {
        const url = route.request().url();
        const navigates = route.request().isNavigationRequest();
        const isMain = navigates && route.request().frame().parentFrame() === null;
        const what = isMain ? 'navigate' : navigates ? 'frame' : 'request';
        const isAllowed = await request((call) => ({ kind: 'may', call, window, what, url }));
        await (isAllowed ? route.continue() : route.abort('aborted'));
      },
    );
    await cdp.send('Page.enable');
    cdp.on('Page.frameStartedNavigating', (event) => {
      const { navigationType } = event as { navigationType?: string };
      if (navigationType !== 'sameDocument' && navigationType !== 'historySameDocument') {
        send({ kind: 'contents', window, event: 'did-start-navigation' });
      }
    });
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: '__standInSend', executionContextName: WORLD });
    const source = preloadWorld(fs.readFileSync(preload, 'utf8'));
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: PAGE_WORLD });
    return { page, cdp, receive };
  }

  const exited = once(child, 'exit') as Promise<[number | null]>;
  const closePages = async (): Promise<void> => {
    for (const shown of pages.values()) await (await shown).page.close().catch(() => {});
  };
  const noted = (what: string): Note[] => notes.filter((one) => one.what === what);
  return {
    child,
    page: async () => {
      for (;;) {
        const newest = [...pages.values()].at(-1);
        if (newest) return (await newest).page;
        if (child.exitCode !== null) throw new Error(`The app ended: ${log}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    notes,
    noted,
    untilNoted: (what, is = () => true) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = noted(what).find(({ args }) => is(...(args as never[])));
          if (!found) return;
          heard.delete(look);
          clearTimeout(patience);
          resolve(found);
        };
        const patience = setTimeout(() => {
          heard.delete(look);
          reject(
            new Error(
              `Never noted: ${what}. There is ${JSON.stringify(notes.map((one) => one.what))}\n${log}`,
            ),
          );
        }, 60_000);
        heard.add(look);
        look();
      }),
    answers,
    send,
    log: () => log,
    quit: async () => {
      send({ kind: 'quit' });
      const [code] = await exited;
      await closePages();
      return code;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
      await closePages();
    },
  };
}

/** Replaces the placeholders of dropped files with their paths, which only the browser knows. */
async function withPaths(cdp: CDPSession, contextId: number, args: unknown[]): Promise<unknown[]> {
  const text = JSON.stringify(args);
  const found = /stand-in-file:(\d+)/.exec(text);
  if (!found) return args;
  const { result } = await cdp.send('Runtime.evaluate', {
    contextId,
    expression: `__standInFiles[${found[1]}]`,
  });
  const { path: place } = await cdp.send('DOM.getFileInfo', { objectId: result.objectId ?? '' });
  return JSON.parse(text.replace(found[0], place.replaceAll('\\', '\\\\'))) as unknown[];
}
