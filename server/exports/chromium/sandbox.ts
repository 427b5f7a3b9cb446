/**
 * Why the browser that renders and verifies runs without its sandbox, as sentences for people; undefined where it has one.
 * Chromium refuses to start as root with it (content/browser/sandbox_host_linux, "Running as root without --no-sandbox").
 * @param uid of the process that starts the browser; undefined where the system knows none
 */
export function whyNoSandbox(
  platform: NodeJS.Platform = process.platform,
  uid: number | undefined = process.getuid?.(),
): string | undefined {
  if (platform !== 'linux' || uid !== 0) return undefined;
  return 'Offprint runs as root, so the browser that renders pages runs without its sandbox: a page that escapes the browser has root access. Run Offprint under a separate user account.';
}
