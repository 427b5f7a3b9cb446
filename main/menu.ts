import type { MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from './contract.ts';
import type { ElectronApis } from './electron.types.ts';
import type { Texts } from './messages.ts';

/** The application menu: the window's own commands, where users of each platform expect them. */
export function installMenu(
  { app, Menu }: Pick<ElectronApis, 'app' | 'Menu'>,
  command: (command: AppCommand) => void,
  go: (hash: string) => void,
  t: Texts,
): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged, command, go, t)),
  );
}

const PAGES = ['exports', 'agents', 'projects', 'keys', 'settings', 'diagnostics'] as const;

export function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  command: (command: AppCommand) => void,
  go: (hash: string) => void,
  t: Texts,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const apart: MenuItemConstructorOptions = { type: 'separator' };
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: t('desktop.menu.file'),
      submenu: [
        {
          label: t('desktop.menu.newExport'),
          accelerator: 'CmdOrCtrl+N',
          click: () => command('new-export'),
        },
        {
          label: t('desktop.menu.newAgentJob'),
          accelerator: 'CmdOrCtrl+Shift+N',
          click: () => command('new-agent-job'),
        },
        apart,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: t('desktop.menu.view'),
      submenu: [
        ...PAGES.map((page, index) => ({
          label: t(`nav.${page}`),
          accelerator: `CmdOrCtrl+${index + 1}`,
          click: () => go(`#/${page}`),
        })),
        apart,
        { label: t('desktop.menu.palette'), click: () => command('palette') },
        apart,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : ([apart, { role: 'reload' }, { role: 'toggleDevTools' }] as const)),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: t('desktop.menu.shortcuts'), click: () => command('shortcuts') },
        { label: t('desktop.menu.about'), click: () => go('#/about') },
      ],
    },
  ];
}
