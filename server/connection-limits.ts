import type http from 'node:http';
import type https from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Far more than a browser or a proxy keeps open. */
const PER_ADDRESS_MAX = 1_000;
/** For all addresses together. A server's other connections are for event streams and downloads. */
const ALL_MAX = 2_000;
/** Requests of one connection that are not answered yet. Browsers, curl and Node send one at a time. */
const PIPELINED_MAX = 4;
/** How long a client may leave an answer unread. */
const UNREAD_MS = 60_000;
/** The limit is this many times longer for a client that keeps sending, since each byte restarts Node's socket timeout. */
const UNREAD_ROUNDS = 10;

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Limits for a loopback server that few programs use: an export reading its folder, a person looking at a site. */
export function limitLoopbackServer(server: http.Server): void {
  server.maxConnections = 300;
  limitWaitingConnections(server, 100, 200);
  limitUnreadAnswers(server);
}

/**
 * Closes a connection that sends more requests without waiting for their answers. Node answers all requests of one packet
 * at once, so a few kilobytes could take gigabytes of memory.
 */
export function limitPipelining(handler: Handler): Handler {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > PIPELINED_MAX) socket.destroy();
    else handler(request, response);
  };
}

/**
 * Closes connections whose client reads nothing of an answer for `unreadMs`, or for `UNREAD_ROUNDS` times as long while
 * it sends bytes that belong to no request, such as line ends.
 */
export function limitUnreadAnswers(server: http.Server | https.Server, unreadMs = UNREAD_MS): void {
  server.on('request', ({ socket }: http.IncomingMessage, response: http.ServerResponse) => {
    let takenBefore = -1;
    const rounds = setInterval(() => {
      const taken = socket.bytesWritten - socket.writableLength;
      if (response.writableLength > 0 && taken === takenBefore) response.destroy();
      takenBefore = taken;
    }, UNREAD_ROUNDS * unreadMs).unref();
    response.once('close', () => clearInterval(rounds));
    const checkProgress = (): void => {
      if (response.writableLength > 0) response.destroy();
      else response.setTimeout(unreadMs); // the response is still being made
    };
    response.setTimeout(unreadMs, checkProgress);
  });
}

type Waiting = Readonly<{ stop: () => void; start: () => void }>;
const waitingOf = new WeakMap<http.IncomingMessage, Waiting>();

/**
 * Limits the connections that wait: new ones, those in the middle of a request, idle ones, and those whose response
 * goes to a client that has no key, session or signed link, or that does not read. There is a limit per address and one
 * for all. Beyond it, the address with the most connections loses the one that has waited longest. So clients that open
 * connections and send or read nothing take no place from others, nor from a proxy that everybody comes through.
 */
export function limitWaitingConnections(
  server: http.Server | https.Server,
  perAddressMax = PER_ADDRESS_MAX,
  allMax = ALL_MAX,
): void {
  // Sets keep the order in which connections began to wait.
  const waiting = new Map<string, Set<Socket>>();
  let count = 0;
  // TLS uses a socket of its own for the connection, with the same remote port.
  const connections = new Map<string, Socket>();

  const stopWaiting = (socket: Socket, network: string): void => {
    const others = waiting.get(network);
    if (!others?.delete(socket)) return;
    count--;
    if (others.size === 0) waiting.delete(network);
  };
  const wait = (socket: Socket, network: string): void => {
    if (socket.destroyed) return;
    stopWaiting(socket, network);
    const others = waiting.get(network) ?? new Set();
    waiting.set(network, others.add(socket));
    count++;
    const crowd = others.size > perAddressMax ? others : count > allMax ? largest(waiting) : undefined;
    const [longest] = crowd ?? [];
    longest?.destroy();
  };

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const key = keyOf(socket);
    connections.set(key, socket);
    wait(socket, network);
    socket.once('close', () => {
      connections.delete(key);
      stopWaiting(socket, network);
    });
  });
  // First, so that the server's own listener can call admitConnection.
  server.prependListener('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    const socket =
      request.socket instanceof TLSSocket ? connections.get(keyOf(request.socket)) : request.socket;
    if (!socket) return;
    const network = networkOf(socket.remoteAddress ?? '');
    waitingOf.set(request, {
      stop: () => stopWaiting(socket, network),
      start: () => wait(socket, network),
    });
    response.once('close', () => wait(socket, network));
  });
}

/**
 * Stops counting the connection of a request as waiting until the response is complete. Call it once the client has
 * shown a key, a session or a valid link, for responses whose number is limited otherwise.
 * @returns counts the connection again before that, while the response is being read
 */
export function admitConnection(request: http.IncomingMessage): () => void {
  const waiting = waitingOf.get(request);
  waiting?.stop();
  return () => waiting?.start();
}

function largest(waiting: ReadonlyMap<string, ReadonlySet<Socket>>): ReadonlySet<Socket> | undefined {
  let found: ReadonlySet<Socket> | undefined;
  for (const sockets of waiting.values()) if (sockets.size > (found?.size ?? 0)) found = sockets;
  return found;
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/**
 * Returns the part of an address that belongs to one client: an IPv4 address, or the first 64 bits of an IPv6 address
 * (RFC 6177 §2).
 */
export function networkOf(remoteAddress: string): string {
  const address = remoteAddress.replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
}
