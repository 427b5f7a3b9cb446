import net from 'node:net';

/** Forwards connections to a port of loopback, and cuts all of them off after a random count of bytes, or slows them down. */
export type CuttingRelay = Readonly<{
  port: number;
  /** Each cut from now on comes after 1 to `most` bytes, either way together. */
  cutAfter: (most: number) => void;
  cuts: () => number;
  /** From now on passes on no more than a few bytes at once, after a random pause of up to so many milliseconds. */
  slowBy: (ms: number) => void;
  close: () => void;
}>;

/**
 * @param seed of the places where it cuts: the same each time
 * @param onCut called at each cut
 */
export async function cuttingRelay(
  to: number,
  seed: number,
  onCut: () => void = () => {},
): Promise<CuttingRelay> {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let most = Number.POSITIVE_INFINITY;
  let left = Number.POSITIVE_INFINITY;
  let cuts = 0;
  let slowMs = 0;
  const open = new Set<net.Socket>();
  const aim = (): void => {
    left = Number.isFinite(most) ? 1 + Math.floor(random() * most) : most;
  };
  const pass = (chunk: Buffer, from: net.Socket, onto: net.Socket): void => {
    left -= chunk.length;
    if (left > 0) {
      const isFull = !onto.write(chunk);
      if (isFull || slowMs > 0) from.pause();
      if (slowMs > 0) setTimeout(() => from.resume(), random() * slowMs);
      else if (isFull) onto.once('drain', () => from.resume());
      return;
    }
    cuts++;
    aim();
    onCut();
    for (const socket of open) socket.destroy();
  };
  const server = net.createServer((client) => {
    const peer = net.connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [client, peer],
      [peer, client],
    ] as const) {
      open.add(socket);
      socket.on('data', (chunk: Buffer) => pass(chunk, socket, other));
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    cutAfter: (bytes) => {
      most = bytes;
      aim();
    },
    cuts: () => cuts,
    slowBy: (ms) => {
      slowMs = ms;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
