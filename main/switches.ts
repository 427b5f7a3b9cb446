/**
 * Command-line switches that a packaged app is started with. Chromium and Electron know hundreds, of which many take
 * the walls of the app down or let another program steer it (`disable-web-security`, `load-extension`, `gpu-launcher`,
 * `remote-debugging-port`, `js-flags`, …), and each release brings others: so what is not listed here is refused.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  // Offprint's own. `no-sandbox` has a rule of its own (docs/security.md, 34).
  'data',
  'locale',
  'no-sandbox',
  // How it is drawn.
  'disable-gpu',
  'disable-gpu-compositing',
  'enable-wayland-ime',
  'force-color-profile',
  'force-dark-mode',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-renderer-accessibility',
  'gtk-version',
  'high-dpi-support',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
  // What desktops and installers add.
  'class',
  'original-process-start-time',
  'updated',
]);

/**
 * The first switch among the arguments that a packaged app is not to be started with, without its dashes and value;
 * undefined where there is none.
 * @param args what follows the program's name
 */
export function forbiddenSwitch(args: readonly string[], platform: NodeJS.Platform): string | undefined {
  // Chromium takes one dash as it takes two, and on Windows a slash (base/command_line.cc).
  const form = platform === 'win32' ? /^(?:--?|\/)([^=/\\]+)(?:=.*)?$/s : /^--?([^=]+)(?:=.*)?$/s;
  for (const given of args) {
    const arg = given.trim(); // as Chromium does
    if (arg === '--') return undefined;
    const name = form.exec(arg)?.[1]?.toLowerCase();
    if (name === undefined || ALLOWED.has(name)) continue;
    // Finder's number of the process.
    if (platform === 'darwin' && /^psn_\d+_\d+$/.test(name)) continue;
    return name;
  }
  return undefined;
}
