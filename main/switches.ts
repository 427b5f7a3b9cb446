/**
 * Command-line switches that a packaged app accepts. Chromium and Electron have hundreds, and many disable the app's
 * protections or let another program control it (`disable-web-security`, `load-extension`, `gpu-launcher`,
 * `remote-debugging-port`, `js-flags`, …). Each release adds more, so everything else is refused.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  // Offprint's own. `no-sandbox` has its own rule (docs/security.md, 34).
  'data',
  'locale',
  'no-sandbox',
  // Graphics.
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
  // Added by desktops and installers.
  'class',
  'original-process-start-time',
  'updated',
]);

/**
 * Returns the first switch that a packaged app does not accept, without its dashes and value; undefined if there is none.
 * @param args arguments after the program's name
 */
export function forbiddenSwitch(args: readonly string[], platform: NodeJS.Platform): string | undefined {
  // Chromium accepts one or two dashes and, on Windows, a slash (base/command_line.cc).
  const form = platform === 'win32' ? /^(?:--?|\/)([^=/\\]+)(?:=.*)?$/s : /^--?([^=]+)(?:=.*)?$/s;
  for (const given of args) {
    const arg = given.trim(); // as Chromium does
    if (arg === '--') return undefined;
    const name = form.exec(arg)?.[1]?.toLowerCase();
    if (name === undefined || ALLOWED.has(name)) continue;
    // Process serial number, passed by the Finder.
    if (platform === 'darwin' && /^psn_\d+_\d+$/.test(name)) continue;
    return name;
  }
  return undefined;
}
