import { spawn } from 'node:child_process';
import process from 'node:process';

/**
 * Opens an address in the browser of the desktop that the command was started on. Without a desktop, as over SSH, it
 * does nothing: the address is also printed.
 */
export function openInBrowser(url: string): void {
  const { platform, env } = process;
  const isDesktop =
    platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
  if (!isDesktop) return;
  const [command, ...args] =
    platform === 'darwin'
      ? ['open', url]
      : platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  const child = spawn(command as string, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {}); // no such program: the address is also printed
  child.unref();
}
