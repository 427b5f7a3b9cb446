import net from 'node:net';

/** Forwards connections to a port of loopback, and does something to them at random bytes. */
export type FaultyRelay = Readonly<{
  port: number;
  /** From now on something happens each time that 1 to `most` bytes have passed, either way together. */
  aim: (most: number) => void;
  /** From now on nothing happens. */
  rest: () => void;
  faults: () => number;
  close: () => void;
}>;

export type RelayFault = Readonly<{
  /** Ends all connections, or holds them up for a while. */
  kind: 'cut' | 'slow';
  /** What else happens at that moment. */
  onFault?: () => void;
}>;

/** A connection that is slow is as slow as this, for so many bytes of all connections. */
const SLOW_BYTES_A_SECOND = 256 * 2 ** 10;
const SLOW_BYTES = 96 * 2 ** 10;
/** Passed on at once while it is slow. */
const SLOW_CHUNK_BYTES = 16 * 2 ** 10;

/** @param seed of the places where it happens: the same each time */
export async function faultyRelay(
  to: number,
  seed: number,
  { kind, onFault }: RelayFault,
): Promise<FaultyRelay> {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let most = Number.POSITIVE_INFINITY;
  let left = Number.POSITIVE_INFINITY;
  let slowLeft = 0;
  let faults = 0;
  const open = new Set<net.Socket>();
  const next = (): void => {
    left = Number.isFinite(most) ? 1 + Math.floor(random() * most) : most;
  };
  const fault = (): void => {
    faults++;
    next();
    onFault?.();
    if (kind === 'slow') slowLeft = SLOW_BYTES;
    else for (const socket of open) socket.destroy();
  };
  const passSlowly = (chunk: Buffer, from: net.Socket, onto: net.Socket): void => {
    const piece = chunk.subarray(0, SLOW_CHUNK_BYTES);
    const rest = chunk.subarray(piece.length);
    onto.write(piece);
    slowLeft -= piece.length;
    from.pause();
    const pass = (): void => {
      from.resume();
      if (rest.length > 0) passSlowly(rest, from, onto);
    };
    setTimeout(pass, (piece.length / SLOW_BYTES_A_SECOND) * 1_000);
  };
  const pass = (chunk: Buffer, from: net.Socket, onto: net.Socket): void => {
    left -= chunk.length;
    if (left <= 0) fault();
    if (onto.destroyed) return;
    if (slowLeft > 0) passSlowly(chunk, from, onto);
    else if (!onto.write(chunk)) {
      from.pause();
      onto.once('drain', () => from.resume());
    }
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
    aim: (bytes) => {
      most = bytes;
      next();
    },
    rest: () => {
      most = Number.POSITIVE_INFINITY;
      next();
    },
    faults: () => faults,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
