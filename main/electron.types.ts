import type * as Electron from 'electron';

/** What `main/` uses of Electron. `main.ts` alone imports it and hands it in; test/KNOWN_GAPS.md lists each name. */
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
