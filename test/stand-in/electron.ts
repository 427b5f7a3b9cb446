import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import type * as Electron from 'electron';
import type { ToDisplay, ToMain } from './messages.ts';

/**
 * Stand-in for the module `electron` in the main process. The windows are pages of a real browser that the test owns
 * (display.ts); calls to anything without a page (menus, dialogs, taskbar) are recorded for tests to inspect.
 * Its limits are listed in test/KNOWN_GAPS.md.
 */
const tell = (message: ToDisplay): void => void process.send?.(message);
const note = (what: string, ...args: unknown[]): void => tell({ kind: 'note', what, args: plain(args) });
/** Arguments of a fake may contain functions (menus), which cannot be serialized. */
const plain = (args: unknown[]): unknown[] => JSON.parse(JSON.stringify(args)) as unknown[];

let lastCall = 0;
const pending = new Map<number, (value: unknown) => void>();
const ask = (what: string, ...args: unknown[]): Promise<never> =>
  new Promise((resolve) => {
    const call = ++lastCall;
    pending.set(call, resolve as (value: unknown) => void);
    tell({ kind: 'ask', call, what, args: plain(args) });
  });

/* app */

const paths = new Map<string, string>([['downloads', process.env.STAND_IN_DOWNLOADS ?? process.cwd()]]);
let isReady = false;
let isQuitting = false;
const ready = Promise.withResolvers<void>();
const beforeReady = (what: string): void => {
  if (isReady) throw new Error(`${what} must be called before the app is ready`);
};
const switches = process.argv.slice(2).filter((arg) => arg.startsWith('--'));

type App = Pick<
  Electron.App,
  | 'enableSandbox'
  | 'setPath'
  | 'getPath'
  | 'requestSingleInstanceLock'
  | 'exit'
  | 'quit'
  | 'whenReady'
  | 'isReady'
  | 'setBadgeCount'
  | 'setAsDefaultProtocolClient'
  | 'isPackaged'
> & { commandLine: Pick<Electron.CommandLine, 'hasSwitch' | 'getSwitchValue'> };

const appMembers: App = {
  isPackaged: false,
  commandLine: {
    hasSwitch: (name) => switches.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
    getSwitchValue: (name) =>
      switches.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
  },
  enableSandbox: () => {
    beforeReady('enableSandbox');
    note('app.enableSandbox');
  },
  setPath: (name, place) => {
    fs.mkdirSync(place, { recursive: true });
    paths.set(name, place);
  },
  getPath: (name) => {
    const place = paths.get(name);
    if (place === undefined) throw new Error(`Failed to get '${name}' path`);
    return place;
  },
  requestSingleInstanceLock: () => singleInstance(paths.get('userData') ?? ''),
  exit: (code = 0) => {
    note('app.exit', code);
    process.exit(code);
  },
  quit: () => quit(),
  whenReady: () => ready.promise,
  isReady: () => isReady,
  setBadgeCount: (count) => {
    note('app.setBadgeCount', count);
    return true;
  },
  setAsDefaultProtocolClient: (scheme) => {
    note('app.setAsDefaultProtocolClient', scheme);
    return true;
  },
};
const appEvents = new EventEmitter();
export const app = Object.assign(appEvents, appMembers) as unknown as typeof Electron.app;

/**
 * Emits a preventable event.
 * @returns whether a listener prevented it
 */
function isPrevented(emitter: EventEmitter, name: string, details: object = {}, ...args: unknown[]): boolean {
  let prevented = false;
  emitter.emit(name, { ...details, preventDefault: () => (prevented = true) }, ...args);
  return prevented;
}

function quit(): void {
  if (!isQuitting && isPrevented(appEvents, 'before-quit')) return;
  isQuitting = true;
  for (const window of [...windows.values()]) {
    if (!window.close()) {
      isQuitting = false;
      return;
    }
  }
  if (!isPrevented(appEvents, 'will-quit')) {
    appEvents.emit('quit');
    process.exit(0);
  }
}

/** A lock file names the process; a second instance writes its arguments next to it. */
function singleInstance(folder: string): boolean {
  const lock = path.join(folder, 'stand-in.lock');
  const handed = path.join(folder, 'stand-in.second');
  const holder = fs.existsSync(lock) ? Number(fs.readFileSync(lock, 'utf8')) : 0;
  if (holder !== 0 && isAlive(holder)) {
    fs.writeFileSync(`${handed}.new`, JSON.stringify(process.argv));
    fs.renameSync(`${handed}.new`, handed);
    return false;
  }
  fs.writeFileSync(lock, String(process.pid));
  fs.rmSync(handed, { force: true });
  fs.watch(folder, () => {
    if (!fs.existsSync(handed)) return;
    const argv = JSON.parse(fs.readFileSync(handed, 'utf8')) as string[];
    fs.rmSync(handed);
    appEvents.emit('second-instance', {}, argv, folder);
  }).unref();
  process.on('exit', () => fs.rmSync(lock, { force: true }));
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/* protocol and session */

type Handler = (request: Request) => Promise<Response> | Response;
let appHandler: Handler | undefined;
let isRegistered = false;
let port = 0;

export const protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged'> = {
  registerSchemesAsPrivileged: (schemes) => {
    beforeReady('registerSchemesAsPrivileged');
    if (isRegistered) throw new Error('registerSchemesAsPrivileged may be called once');
    isRegistered = true;
    note('protocol.registerSchemesAsPrivileged', schemes);
  },
};

type BeforeRequest = (details: { url: string }, decide: (response: { cancel?: boolean }) => void) => void;
let beforeRequest: BeforeRequest | undefined;
const noted =
  (what: string) =>
  (...args: unknown[]): void =>
    note(what, typeof args[0] === 'function' ? 'a function' : args[0]);

export const session = {
  defaultSession: Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: noted('session.setPermissionRequestHandler'),
    setPermissionCheckHandler: noted('session.setPermissionCheckHandler'),
    setDevicePermissionHandler: noted('session.setDevicePermissionHandler'),
    setDisplayMediaRequestHandler: noted('session.setDisplayMediaRequestHandler'),
    setSpellCheckerEnabled: noted('session.setSpellCheckerEnabled'),
    webRequest: {
      onBeforeRequest: (handler: BeforeRequest) => {
        beforeRequest = handler;
      },
    },
    protocol: {
      handle: (scheme: string, handler: Handler) => {
        if (!isRegistered) throw new Error(`${scheme} was not registered`);
        appHandler = handler;
      },
    },
  }),
};

/**
 * The browser cannot open `app:`, so its requests come here under a different host name, and the handler sees the
 * original address.
 */
const listener = http.createServer(async (request, response) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !['host', 'connection', 'origin', 'referer'].includes(name))
      headers.set(name, String(value));
  }
  const url = `app://bundle${request.url}`;
  // A page that navigates itself asks the app first; on 204 the browser stays where it is (WHATWG HTML).
  const isLed =
    request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-site'] !== 'none';
  const asker = [...windows.values()][0];
  if (isLed && asker && isPrevented(asker.webContents, 'will-navigate', { url, isMainFrame: true })) {
    response.writeHead(204).end();
    return;
  }
  const hasBody = !['GET', 'HEAD'].includes(request.method ?? 'GET');
  const chunks: Buffer[] = [];
  if (hasBody) for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const answer = await appHandler?.(
    new Request(url, { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body }) }),
  );
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) {
    response.end();
    return;
  }
  const stream = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  response.on('close', () => stream.destroy());
  stream.on('error', () => response.destroy());
  stream.pipe(response);
});

/* windows */

let lastWindow = 0;
const windows = new Map<number, StandInWindow>();

class StandInContents extends EventEmitter {
  readonly handlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
  readonly mainFrame = { url: '', parent: null };
  readonly subFrame = { url: '', parent: this.mainFrame };
  isGone = false;
  readonly id: number;
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  constructor(id: number) {
    super();
    this.id = id;
  }
  readonly ipc = {
    handle: (channel: string, handler: (event: unknown, ...args: unknown[]) => unknown): void => {
      if (this.handlers.has(channel))
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      this.handlers.set(channel, handler);
    },
  };
  isDestroyed(): boolean {
    return this.isGone;
  }
  getURL(): string {
    return this.mainFrame.url;
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    structuredClone(args); // throws where Electron would
    tell({ kind: 'send', window: this.id, channel, args });
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  forcefullyCrashRenderer(): void {
    tell({ kind: 'crash', window: this.id });
  }
}

class StandInWindow extends EventEmitter {
  readonly id = ++lastWindow;
  readonly webContents = new StandInContents(this.id);
  isShown = false;
  hasFocus = false;
  readonly bounds: { x: number; y: number; width: number; height: number };
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    const { width = 800, height = 600, x = 0, y = 0, webPreferences } = options;
    this.bounds = { x, y, width, height };
    windows.set(this.id, this);
    note('new BrowserWindow', options);
    appEvents.emit('web-contents-created', {}, this.webContents);
    tell({ kind: 'open', window: this.id, preload: webPreferences?.preload ?? '', width, height });
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.mainFrame.url = url;
    tell({
      kind: 'load',
      window: this.id,
      url: url.replace('app://bundle', `http://bundle.app.localhost:${port}`),
    });
  }
  reload(): void {
    tell({ kind: 'reload', window: this.id });
  }
  show(): void {
    this.isShown = true;
    this.focus();
    note('window.show');
  }
  hide(): void {
    this.isShown = false;
    this.hasFocus = false;
    note('window.hide');
  }
  focus(): void {
    this.hasFocus = true;
    note('window.focus');
  }
  restore(): void {}
  maximize(): void {
    note('window.maximize');
  }
  setProgressBar(share: number): void {
    note('window.setProgressBar', share);
  }
  isVisible(): boolean {
    return this.isShown;
  }
  isFocused(): boolean {
    return this.hasFocus;
  }
  isMinimized(): boolean {
    return false;
  }
  isMaximized(): boolean {
    return false;
  }
  isDestroyed(): boolean {
    return this.webContents.isGone;
  }
  getNormalBounds() {
    return this.bounds;
  }
  /** False where the app prevented it. */
  close(): boolean {
    if (isPrevented(this, 'close')) return false;
    windows.delete(this.id);
    this.webContents.isGone = true;
    tell({ kind: 'destroy', window: this.id });
    this.emit('closed');
    if (windows.size === 0 && !isQuitting) appEvents.emit('window-all-closed');
    return true;
  }
}
export const BrowserWindow = StandInWindow;

/* anything without a page */

export const dialog = {
  showErrorBox: (title: string, content: string): void => note('dialog.showErrorBox', title, content),
  showMessageBox: (_window: unknown, options: unknown) => ask('dialog.showMessageBox', options),
  showOpenDialog: (_window: unknown, options: unknown) => ask('dialog.showOpenDialog', options),
  showSaveDialog: (_window: unknown, options: unknown) => ask('dialog.showSaveDialog', options),
};

export const clipboard = {
  writeText: async (text: string): Promise<void> => note('clipboard.writeText', text),
};

export const shell: Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'> = {
  openExternal: async (url) => note('shell.openExternal', url),
  showItemInFolder: (file) => note('shell.showItemInFolder', file),
};

export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: unknown): void => note('Menu.setApplicationMenu', menu),
};

const notifications = new Set<StandInNotification>();
class StandInNotification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }
  readonly options: unknown;
  constructor(options: unknown) {
    super();
    this.options = options;
  }
  show(): void {
    notifications.add(this);
    note('notification.show', this.options);
  }
}
export const Notification = StandInNotification;

export const nativeTheme = {
  shouldUseDarkColors: false,
  set themeSource(source: string) {
    note('nativeTheme.themeSource', source);
  },
};

let lastBlocker = 0;
export const powerSaveBlocker: Pick<Electron.PowerSaveBlocker, 'start' | 'stop'> = {
  start: (type) => {
    note('powerSaveBlocker.start', type);
    return ++lastBlocker;
  },
  stop: (id) => {
    note('powerSaveBlocker.stop', id);
    return true;
  },
};

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};

export const utilityProcess = {
  /** A real process, to make its death real. */
  fork: (entry: string, args: readonly string[], options: Readonly<{ env: Record<string, string> }>) => {
    if (!isReady) throw new Error('utilityProcess.fork: the app is not ready');
    const child = fork(entry, [...args], {
      env: options.env,
      serialization: 'advanced',
      execArgv: ['--import', new URL('./parent-port.ts', import.meta.url).href],
    });
    const utility = new EventEmitter();
    child.on('message', (message) => utility.emit('message', message));
    child.on('exit', (code) => utility.emit('exit', code ?? 1));
    child.on('error', () => utility.emit('exit', 1));
    return Object.assign(utility, {
      pid: child.pid,
      postMessage: (message: unknown) => void child.send(message as object, () => {}),
      kill: () => child.kill(),
    });
  },
};

/* the test's side */

async function hear(message: ToMain): Promise<void> {
  if (message.kind === 'answer') {
    pending.get(message.call)?.(message.value);
    pending.delete(message.call);
  } else if (message.kind === 'app') {
    if (message.event === 'open-url') isPrevented(appEvents, 'open-url', {}, ...message.args);
    else appEvents.emit(message.event, {}, ...message.args);
  } else if (message.kind === 'quit') quit();
  else if (message.kind === 'notification-click') {
    for (const notification of notifications) notification.emit('click');
  } else {
    const window = windows.get(message.window);
    if (!window) return;
    const { webContents } = window;
    switch (message.kind) {
      case 'contents':
        if (message.event === 'did-start-navigation') {
          webContents.emit(message.event, { isMainFrame: true, isSameDocument: false });
        } else if (message.event === 'render-process-gone') {
          webContents.emit(message.event, {}, { reason: 'crashed', exitCode: 5 });
        } else if (!window.isShown) window.emit('ready-to-show');
        break;
      case 'window':
        if (message.event === 'close') window.close();
        else {
          if (message.event !== 'unresponsive') window.hasFocus = message.event === 'focus';
          window.emit(message.event);
        }
        break;
      case 'may':
        tell({ kind: 'reply', call: message.call, value: may(webContents, message.what, message.url) });
        break;
      case 'invoke': {
        const handler = webContents.handlers.get(message.channel);
        const frame = message.frame.isMain ? webContents.mainFrame : webContents.subFrame;
        frame.url = message.frame.url;
        const event = { sender: webContents, senderFrame: frame };
        const value = handler
          ? await Promise.resolve(handler(event, ...message.args)).then(
              (result) => ({ result: result ?? null }),
              // Worded like Electron: only the message of an error is passed on.
              (error: Error) => ({ error: `Error invoking remote method '${message.channel}': ${error}` }),
            )
          : { error: `Error invoking remote method '${message.channel}': Error: No handler registered` };
        tell({ kind: 'reply', call: message.call, value });
      }
    }
  }
}

function may(
  contents: StandInContents,
  what: 'navigate' | 'frame' | 'request' | 'open',
  url: string,
): boolean {
  if (what === 'open') return contents.openHandler({ url }).action === 'allow';
  if (what === 'navigate') return !isPrevented(contents, 'will-navigate', { url, isMainFrame: true });
  if (what === 'frame' && isPrevented(contents, 'will-frame-navigate', { url, isMainFrame: false }))
    return false;
  let isCanceled = false;
  beforeRequest?.({ url }, ({ cancel }) => {
    isCanceled = cancel === true;
  });
  return !isCanceled;
}

process.on('message', (message: ToMain) => void hear(message));
// The app ends with its test.
process.on('disconnect', () => process.exit(0));
listener.listen(0, '127.0.0.1', () => {
  port = (listener.address() as AddressInfo).port;
  // Electron becomes ready after it has evaluated the entry.
  setTimeout(() => {
    isReady = true;
    ready.resolve();
    appEvents.emit('ready');
  }, 0);
});
