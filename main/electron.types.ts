import type * as Electron from 'electron';

/** The Electron APIs that `main/` uses. Only `main.ts` imports and injects them; test/KNOWN_GAPS.md lists each name. */
export type ElectronApis = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'clipboard'
  | 'dialog'
  | 'Menu'
  | 'nativeTheme'
  | 'Notification'
  | 'powerSaveBlocker'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;
