/** Texts of the desktop app's own parts: its menu, dialogs and notifications. */
export const enDesktop = {
  'desktop.refused': 'Offprint cannot start',
  'desktop.noSandbox':
    'Offprint did not start, because its windows would have no sandbox. On Linux, install the package for your system, which sets up the sandbox. To start Offprint anyway, set OFFPRINT_ALLOW_NO_SANDBOX=1.',
  'desktop.forbiddenSwitch':
    'Offprint cannot start with the --{name} option, because it weakens security. Start Offprint without it.',
  'desktop.closing': 'An export is running.',
  'desktop.closingText':
    'The export can continue in the background. If you quit, it will continue the next time Offprint starts.',
  'desktop.goOn': 'Continue in background',
  'desktop.quit': 'Quit',
  'desktop.stopped': 'The window crashed several times.',
  'desktop.stoppedText': 'Exports will continue in the background.',
  'desktop.hangs': 'The window is not responding.',
  'desktop.hangsText': 'Exports will continue in the background.',
  'desktop.loadAgain': 'Reload',
  'desktop.wait': 'Wait',
  'desktop.exported': '{site} exported',
  'desktop.exportedText': 'The bundle has been packed and verified.',
  'desktop.failed': 'Export of {site} failed',
  'desktop.menu.file': '&File',
  'desktop.menu.newExport': 'New Export…',
  'desktop.menu.newAgentJob': 'New Agent Job…',
  'desktop.menu.view': '&View',
  'desktop.menu.palette': 'Command Palette…',
  'desktop.menu.shortcuts': 'Keyboard Shortcuts',
  'desktop.menu.about': 'About Offprint',
} as const;
