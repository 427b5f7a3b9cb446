import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { ElectronApis } from './electron.types.ts';
import type { Texts } from './messages.ts';
import { START_URL } from './origin.ts';
import { readWindowState, writeWindowState } from './window-state.ts';

type Apis = Pick<ElectronApis, 'app' | 'BrowserWindow' | 'dialog' | 'nativeTheme' | 'screen'>;

const RELOADS_MAX = 3;
const RELOADS_WITHIN_MS = 60_000;

/** Opens a window with the interface. Nothing else opens windows. @param preload file of the bundled preload script */
export function openWindow(
  electron: Apis,
  preload: string,
  t: Texts,
  log: (line: string) => void,
): BrowserWindow {
  const { app, nativeTheme, screen } = electron;
  const stateFile = path.join(app.getPath('userData'), 'window.json');
  const { isMaximized, ...bounds } = readWindowState(
    stateFile,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const window = new electron.BrowserWindow({
    ...bounds,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Offprint',
    // Background of the theme until the page has painted, to avoid a flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181c' : '#f6f7f9',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (isMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () =>
    writeWindowState(stateFile, { ...window.getNormalBounds(), isMaximized: window.isMaximized() }),
  );
  recover(electron, window, t, log);
  window.loadURL(START_URL).catch((error: unknown) => log(`the interface failed to load: ${error}`));
  return window;
}

/** Reloads a page that crashed. If it keeps crashing, or hangs, asks the user. */
function recover({ dialog }: Apis, window: BrowserWindow, t: Texts, log: (line: string) => void): void {
  let deaths: number[] = [];
  let isAsking = false;
  const ask = async (message: string, detail: string): Promise<boolean> => {
    if (isAsking) return false;
    isAsking = true;
    try {
      const buttons = [t('desktop.loadAgain'), t('desktop.wait')];
      const { response } = await dialog.showMessageBox(window, {
        type: 'warning',
        message,
        detail,
        buttons,
        cancelId: 1,
      });
      return response === 0;
    } finally {
      isAsking = false;
    }
  };
  window.webContents.on('render-process-gone', async (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log(`the window's process ended: ${reason} (${exitCode})`);
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < RELOADS_WITHIN_MS), now];
    const isHopeless = deaths.length > RELOADS_MAX;
    if (isHopeless && !(await ask(t('desktop.stopped'), t('desktop.stoppedText')))) return;
    window.reload();
  });
  window.on('unresponsive', async () => {
    log('the page is not responding');
    if (await ask(t('desktop.hangs'), t('desktop.hangsText'))) {
      window.webContents.forcefullyCrashRenderer();
    }
  });
}
