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

/** Waits until something speaks HTTP there. */
export async function answering(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (tries > 200) throw new Error(`Nothing answers on ${port}.`);
    await pause(50);
  }
}
