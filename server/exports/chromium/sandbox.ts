/**
 * Explains why the browser for rendering and verification runs without its sandbox; undefined if it has one. As root,
 * Chromium refuses to start with it (content/browser/sandbox_host_linux, "Running as root without --no-sandbox").
 * @param uid user id of the process that starts the browser; undefined if the system has none
 */
export function whyNoSandbox(
  platform: NodeJS.Platform = process.platform,
  uid: number | undefined = process.getuid?.(),
): string | undefined {
  if (platform !== 'linux' || uid !== 0) return undefined;
  return 'Offprint runs as root, so the browser that renders pages runs without its sandbox: a page that escapes the browser has root access. Run Offprint under a separate user account.';
}
