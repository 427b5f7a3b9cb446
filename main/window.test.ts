import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ElectronApis } from './electron.types.ts';
import { texts } from './messages.ts';
import { openWindow } from './window.ts';

function opened(isPackaged = true) {
  const done: string[] = [];
  const answers: number[] = [];
  let options: Record<string, unknown> = {};
  class FakeWindow extends EventEmitter {
    readonly webContents = Object.assign(new EventEmitter(), {
      forcefullyCrashRenderer: () => done.push('crash'),
    });
    constructor(given: Record<string, unknown>) {
      super();
      options = given;
    }
    show = () => done.push('show');
    reload = () => done.push('reload');
    maximize = () => done.push('maximize');
    isDestroyed = () => false;
    isMaximized = () => true;
    getNormalBounds = () => ({ x: 10, y: 20, width: 900, height: 600 });
    loadURL = async (url: string) => void done.push(url);
  }
  const userData = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-window-'));
  const electron = {
    app: { isPackaged, getPath: () => userData },
    BrowserWindow: FakeWindow,
    dialog: { showMessageBox: async () => ({ response: answers.shift() ?? 1 }) },
    nativeTheme: { shouldUseDarkColors: true },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
  } as unknown as ElectronApis;
  const open = () => openWindow(electron, '/preload.cjs', texts('en'), () => {}) as unknown as FakeWindow;
  return { open, done, answers, options: () => options };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('has every wall up, and shows itself once there is something to see', () => {
  const { open, done, options } = opened();
  const window = open();
  expect(options().webPreferences).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    spellcheck: false,
    devTools: false,
  });
  expect(options()).toMatchObject({ show: false, backgroundColor: '#16181c' });
  expect(done).toEqual(['app://bundle/']);
  window.emit('ready-to-show');
  expect(done).toEqual(['app://bundle/', 'show']);
});

it('is the next time where it was', () => {
  const { open, options, done } = opened();
  open().emit('close');
  open();
  expect(options()).toMatchObject({ x: 10, y: 20, width: 900, height: 600 });
  expect(done).toContain('maximize');
});

it('is loaded again when its page dies, and asks before the fourth time within a minute', async () => {
  const { open, done, answers } = opened();
  const { webContents } = open();
  const die = async (reason: string): Promise<void> => {
    webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
    await settled();
  };
  await die('clean-exit');
  expect(done).not.toContain('reload');
  for (let death = 1; death <= 3; death++) await die('crashed');
  expect(done.filter((what) => what === 'reload')).toHaveLength(3);
  await die('oom');
  expect(done.filter((what) => what === 'reload')).toHaveLength(3);
  answers.push(0);
  await die('oom');
  expect(done.filter((what) => what === 'reload')).toHaveLength(4);
});

it('that does not answer is ended only when somebody says so', async () => {
  const { open, done, answers } = opened();
  const window = open();
  window.emit('unresponsive');
  await settled();
  expect(done).not.toContain('crash');
  answers.push(0);
  window.emit('unresponsive');
  await settled();
  expect(done).toContain('crash');
});
