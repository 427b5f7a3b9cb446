import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A port of loopback that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Waits until something listens on a port of loopback. */
export async function listening(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    if (tries > 400) throw new Error(`Nothing answers on ${port}.`);
    await pause(50);
  }
}
