/** Texts of the desktop app's own parts: its menu, dialogs and notifications. */
export const enDesktop = {
  'desktop.refused': 'Offprint does not start',
  'desktop.noSandbox':
    'It was started without the sandbox of its windows. On Linux install the package for your system, which sets the sandbox up, or allow it for once with OFFPRINT_ALLOW_NO_SANDBOX=1.',
  'desktop.forbiddenSwitch':
    'Offprint does not start with the option --{name}, which could weaken its protection. Start it without.',
  'desktop.closing': 'An export is running.',
  'desktop.closingText': 'It can go on in the background. If Offprint quits, it goes on at the next start.',
  'desktop.goOn': 'Go on in the background',
  'desktop.quit': 'Quit',
  'desktop.stopped': 'The window stopped several times.',
  'desktop.stoppedText': 'Exports go on without it.',
  'desktop.hangs': 'The window does not answer.',
  'desktop.hangsText': 'Exports go on meanwhile.',
  'desktop.loadAgain': 'Load again',
  'desktop.wait': 'Wait',
  'desktop.exported': '{site} is exported',
  'desktop.exportedText': 'Its bundle is packed and verified.',
  'desktop.failed': 'The export of {site} failed',
  'desktop.menu.file': '&File',
  'desktop.menu.newExport': 'New Export…',
  'desktop.menu.newAgentJob': 'New Agent Job…',
  'desktop.menu.view': '&View',
  'desktop.menu.palette': 'Command Palette…',
  'desktop.menu.shortcuts': 'Keyboard Shortcuts',
  'desktop.menu.about': 'About Offprint',
} as const;
