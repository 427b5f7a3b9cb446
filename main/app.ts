import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { BrowserWindow } from 'electron';
import { interfaceFiles } from '../server/api/browser/interface-files.ts';
import { createServer, type Running, type Server } from '../server/app.ts';
import { type Client, openClient } from '../server/cli/client.ts';
import { dataFolderOf } from '../server/cli/data-folder.ts';
import { asOffprintError } from '../server/errors.ts';
import type { Keychain } from '../server/secrets/keychain.ts';
import { appProtocol, SCHEME_PRIVILEGES } from './app-protocol.ts';
import type { AppCommand } from './contract.ts';
import { DEEP_LINK_SCHEME, type DeepLink, deepLinkAmong, hashOfLink, parseDeepLink } from './deep-links.ts';
import type { ElectronApis } from './electron.types.ts';
import { folders } from './folders.ts';
import { forwardTo } from './forward.ts';
import { answerCalls, push } from './ipc.ts';
import { followJobs, type WindowFeed, windowFeed } from './job-events.ts';
import { watchJobs } from './job-watch.ts';
import { keptKeys } from './kept-keys.ts';
import { installMenu } from './menu.ts';
import { type Texts, texts } from './messages.ts';
import { guardContents, guardSession, guardSessions, type IsShownSite } from './navigation-guard.ts';
import { SCHEME } from './origin.ts';
import { keychainFor, portableDataFolder } from './portable.ts';
import { saving } from './save-files.ts';
import { forbiddenSwitch } from './switches.ts';
import { utilityProcesses } from './utility-process.ts';
import { openWindow } from './window.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * Runs the desktop app. Everything that must happen before Electron's `ready` event happens before this returns.
 */
export function startApp(electron: ElectronApis): void {
  const { app, dialog } = electron;
  const t = texts(app.commandLine.getSwitchValue('locale'));
  const portable = app.isPackaged ? portableDataFolder() : undefined;
  const dataFolder = dataFolderOf(app.commandLine.getSwitchValue('data') || portable);
  const log = (line: string): void => void process.stderr.write(`${new Date().toISOString()}  ${line}\n`);

  app.enableSandbox();
  // The single-instance lock is in userData, so each data folder has at most one app.
  app.setPath('userData', path.join(dataFolder, 'desktop'));
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  const refusal = refusalToStart(electron, process.argv.slice(1), t);
  if (refusal !== undefined) {
    dialog.showErrorBox(t('desktop.refused'), refusal);
    app.exit(1);
    return;
  }
  electron.protocol.registerSchemesAsPrivileged([SCHEME_PRIVILEGES]);
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  const keychain = keychainFor(portable, utilityProcesses(electron));
  const host = openServerHost(electron, dataFolder, keychain, log);
  guardContents(electron, host.isShownSite, host.isHostedSite);
  guardSessions(electron, host.isShownSite);

  const windows = openWindows(electron, host, dataFolder, keychain, t, log);

  app.on('second-instance', (_event, argv) => windows.show(deepLinkAmong(argv)));
  // May arrive before the app is ready; shown as soon as there is a window.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    windows.show(parseDeepLink(url));
  });
  app.on('activate', () => windows.show());
  app.on('window-all-closed', () => app.quit());
  app.on('child-process-gone', (_event, { type, reason, serviceName }) => {
    if (reason !== 'clean-exit') log(`a process ended: ${serviceName ?? type} (${reason})`);
  });
  let isClosed = false;
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    windows.close();
    host.close().finally(() => {
      isClosed = true;
      app.quit();
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());

  app.whenReady().then(async () => {
    guardSession(electron.session.defaultSession, host.isShownSite);
    electron.session.defaultSession.protocol.handle(
      SCHEME,
      appProtocol(
        interfaceFiles(path.join(ROOT, 'renderer/dist')),
        forwardTo(async () => (await host.running()).descriptor),
      ),
    );
    installMenu(electron, windows.command, windows.go, t);
    windows.show(deepLinkAmong(process.argv.slice(1)));
    try {
      await host.start();
      const running = await host.running();
      // The first export is likely to start soon.
      running.host.command('prepareExports').catch(() => {}); // the export reports what is wrong
    } catch (error) {
      dialog.showErrorBox(t('desktop.refused'), asOffprintError(error).message);
      app.exit(1);
    }
  });
}

/** Why the app refuses to start; undefined if it may start. */
export function refusalToStart(
  { app }: Pick<ElectronApis, 'app'>,
  args: readonly string[],
  t: Texts,
): string | undefined {
  if (app.commandLine.hasSwitch('no-sandbox') && process.env.OFFPRINT_ALLOW_NO_SANDBOX !== '1') {
    return t('desktop.noSandbox');
  }
  const found = app.isPackaged ? forbiddenSwitch(args, process.platform) : undefined;
  return found && t('desktop.forbiddenSwitch', { name: found });
}

type ServerHost = Readonly<{
  start: () => Promise<void>;
  /** Resolves once the server responds, also during a restart. */
  running: () => Promise<Running>;
  client: () => Promise<Client>;
  restart: () => Promise<void>;
  isShownSite: IsShownSite;
  isHostedSite: IsShownSite;
  /** Why the local API is not available although it is turned on. */
  apiProblem: () => string | undefined;
  close: () => Promise<void>;
}>;

/** The embedded server: like `offprint serve`, but in utility processes. */
function openServerHost(
  electron: ElectronApis,
  dataFolder: string,
  keychain: Keychain | null,
  log: (line: string) => void,
): ServerHost {
  const spawn = utilityProcesses(electron);
  let server: Server | undefined;
  let begin: (running: Running) => void = () => {};
  let running = new Promise<Running>((resolve) => {
    begin = resolve;
  });
  let now: Running | undefined;
  let client: Promise<Client> | undefined;
  let apiProblem: string | undefined;

  const open = async (listener: undefined | null): Promise<Running> => {
    server = createServer(
      {
        dataFolder,
        interfaceFolder: path.join(ROOT, 'renderer/dist'),
        exampleFolder: path.join(ROOT, 'examples/handbook'),
        ...(listener === null && { listener }),
      },
      { host: { spawnWorker: spawn }, secrets: { keychain }, log },
    );
    return server.listen();
  };
  const start = async (): Promise<void> => {
    apiProblem = undefined;
    const opened = await open(undefined).catch((error: unknown) => {
      // A busy port or a missing certificate can be fixed in Settings; the window needs neither.
      const { code, message } = asOffprintError(error);
      if (code !== 'usage') throw error;
      apiProblem = message;
      log(`the local API is off: ${message}`);
      return open(null);
    });
    now = opened;
    begin(opened);
  };
  const stop = async (): Promise<void> => {
    client?.then((open) => open.close());
    client = undefined;
    now = undefined;
    running = new Promise((resolve) => {
      begin = resolve;
    });
    await server?.close();
    server = undefined;
  };
  return {
    start,
    running: () => running,
    client: () => {
      client ??= running.then(({ descriptor: { socket, secret } }) =>
        openClient({ name: dataFolder, base: 'http://offprint', socket, token: secret }),
      );
      return client;
    },
    restart: async () => {
      await stop();
      await start();
    },
    isShownSite: (url) => now?.isShownSite(url) === true,
    isHostedSite: (url) => now?.isHostedSite(url) === true,
    apiProblem: () => apiProblem,
    close: async () => {
      if (server) await stop();
    },
  };
}

type Windows = Readonly<{
  /** Brings the window to the front, or opens one. */
  show: (link?: DeepLink) => void;
  command: (command: AppCommand) => void;
  go: (hash: string) => void;
  close: () => void;
}>;

/** Manages the single window, its IPC calls, and the progress and notifications shown by the system. */
function openWindows(
  electron: ElectronApis,
  host: ServerHost,
  dataFolder: string,
  keychain: Keychain | null,
  t: Texts,
  log: (line: string) => void,
): Windows {
  const { app, clipboard, dialog, nativeTheme } = electron;
  const following = new AbortController();
  let window: BrowserWindow | undefined;
  let feed: WindowFeed | undefined;
  /** Messages to send once the page is listening. */
  const waiting: (() => void)[] = [];
  let isListening = false;
  let mayClose = false;

  const whenListening = (tell: () => void): void => {
    if (isListening) tell();
    else waiting.push(tell);
  };
  const go = (hash: string): void => {
    show();
    whenListening(() => window && push(window.webContents, 'app:go', { hash }));
  };
  const jobs = watchJobs(
    electron,
    host.client,
    () => window,
    (jobId) => go(hashOfLink({ kind: 'job', jobId })),
    t,
    log,
  );
  const keys = keptKeys(keychain, path.join(dataFolder, 'desktop', 'kept-keys.json'));

  const open = (): BrowserWindow => {
    const made = openWindow(electron, path.join(ROOT, 'preload/dist/preload.cjs'), t, log);
    const { webContents } = made;
    const news = windowFeed(webContents, host.client);
    const save = saving(electron, host.client, made);
    const site = folders(electron, made, dataFolder);
    window = made;
    feed = news;
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (!isMainFrame || isSameDocument) return;
      isListening = false;
      news.forget();
    });
    made.on('close', (event) => {
      if (mayClose || jobs.runningCount() === 0) return;
      event.preventDefault();
      askBeforeClosing(made);
    });
    made.on('closed', () => {
      news.forget();
      isListening = false;
      if (window === made) window = undefined;
    });
    answerCalls(
      webContents,
      {
        'app:ready': async () => {
          await host.running();
          isListening = true;
          for (const tell of waiting.splice(0)) tell();
          const { electron: version = '', chrome = '' } = process.versions as Record<
            string,
            string | undefined
          >;
          return {
            electron: version,
            chrome,
            platform: process.platform,
            apiProblem: host.apiProblem() ?? null,
          };
        },
        'app:restartServer': async () => {
          await host.restart();
          return { apiProblem: host.apiProblem() ?? null };
        },
        'folder:pick': site.pick,
        'folder:dropped': ({ path: place }) => site.dropped(place),
        'bundle:save': ({ jobId, format }) => save.bundle(jobId, format),
        'bundle:reveal': async ({ jobId }) => {
          save.reveal((await host.running()).host, jobId);
          return null;
        },
        'report:save': ({ jobId }) => save.report(jobId),
        'change:save': save.change,
        'key:keep': async ({ keyId, secret }) => {
          await keys.keep(keyId, secret);
          return null;
        },
        'key:kept': () => ({ keyIds: [...keys.ids()] }),
        'key:copy': async ({ keyId }) => {
          await clipboard.writeText(await keys.get(keyId));
          return null;
        },
        'key:forget': async ({ keyId }) => {
          await keys.forget(keyId);
          return null;
        },
        'theme:set': ({ theme }) => {
          nativeTheme.themeSource = theme;
          return null;
        },
        'live:follow': () => done(news.follow),
        'live:unfollow': () => done(news.unfollow),
        'live:followJob': ({ jobId }) => done(() => news.followJob(jobId)),
        'live:followAgentJob': (place) => done(() => news.followAgentJob(place)),
        'live:unfollowJob': ({ jobId }) => done(() => news.unfollowJob(jobId)),
      },
      log,
    );
    return made;
  };

  /** Asks whether exports should continue without the window. Nothing is lost either way. */
  const askBeforeClosing = async (target: BrowserWindow): Promise<void> => {
    const { response } = await dialog.showMessageBox(target, {
      type: 'question',
      message: t('desktop.closing'),
      detail: t('desktop.closingText'),
      buttons: [t('desktop.goOn'), t('desktop.quit'), t('common.cancel')],
      defaultId: 0,
      cancelId: 2,
    });
    if (response === 0) target.hide();
    else if (response === 1) app.quit();
  };

  const show = (link?: DeepLink): void => {
    if (!app.isReady()) {
      if (link) waiting.push(() => window && push(window.webContents, 'app:go', { hash: hashOfLink(link) }));
      return;
    }
    if (window) {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    } else open();
    if (link) go(hashOfLink(link));
  };

  app.on('before-quit', () => {
    mayClose = true;
  });
  followJobs(
    host.client,
    (news) => {
      jobs.hear(news);
      feed?.hear(news);
    },
    following.signal,
  );

  return {
    show,
    go,
    command: (command) => {
      show();
      whenListening(() => window && push(window.webContents, 'app:command', { command }));
    },
    close: () => {
      following.abort();
      jobs.close();
    },
  };
}

function done(work: () => void): null {
  work();
  return null;
}
