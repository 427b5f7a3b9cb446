import type http from 'node:http';
import type https from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Far more than a browser or a proxy keeps open. */
const PER_ADDRESS_MAX = 1_000;
/** Of all addresses together. The rest of the connections that a server takes is for streams and downloads. */
const ALL_MAX = 2_000;

/** For a server on loopback that few callers of this computer need, such as an export or a person who looks at a site. */
export function boundLoopbackServer(server: http.Server): void {
  server.maxConnections = 300;
  boundWaitingConnections(server, 100, 200);
  boundUnread(server, 60_000);
}

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Answers that one connection may wait for. Clients that are used send the next request after the answer. */
const PIPELINED_MAX = 4;

/** Node reads all requests that come in one piece, and answers each: a few kilobytes could ask for gigabytes. */
export function withoutCrowds(handler: Handler): Handler {
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

/** Ends an answer of which nothing was taken for so long. */
export function boundUnread(server: http.Server | https.Server, unreadMs: number): void {
  server.on('request', (_request, response: http.ServerResponse) => {
    const look = (): void => {
      if (response.writableLength > 0) response.destroy();
      else response.setTimeout(unreadMs); // it is still being made
    };
    response.setTimeout(unreadMs, look);
  });
}

type Waiting = Readonly<{ stop: () => void; goOn: () => void }>;
const waitingOf = new WeakMap<http.IncomingMessage, Waiting>();

/**
 * Bounds the connections that wait to be let in: just opened, in the middle of a request, idle between two, or answered
 * to a caller who has shown no key, session or signed link, or does not read the answer. There are bounds for each address and for all together. The
 * one too many closes the one that has waited longest of the address that has most, so that callers who open
 * connections and send nothing, or read nothing, take no place from others, nor from a proxy that all callers come
 * through.
 */
export function boundWaitingConnections(
  server: http.Server | https.Server,
  perAddressMax = PER_ADDRESS_MAX,
  allMax = ALL_MAX,
): void {
  // Sets keep the order in which connections began to wait.
  const waiting = new Map<string, Set<Socket>>();
  let count = 0;
  // TLS hands out a socket of its own for the connection, with the same remote port.
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
  // Before the server's own listener, which lets callers in.
  server.prependListener('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    const socket =
      request.socket instanceof TLSSocket ? connections.get(keyOf(request.socket)) : request.socket;
    if (!socket) return;
    const network = networkOf(socket.remoteAddress ?? '');
    waitingOf.set(request, {
      stop: () => stopWaiting(socket, network),
      goOn: () => wait(socket, network),
    });
    response.once('close', () => wait(socket, network));
  });
}

/**
 * Takes the connection of a request off the count, until it is answered or what is returned is called: who asks has
 * shown a key, a session or a link that holds, and the number of such answers has a bound of its own.
 */
export function letConnectionIn(request: http.IncomingMessage): () => void {
  const waiting = waitingOf.get(request);
  waiting?.stop();
  return () => waiting?.goOn();
}

function largest(waiting: ReadonlyMap<string, ReadonlySet<Socket>>): ReadonlySet<Socket> | undefined {
  let found: ReadonlySet<Socket> | undefined;
  for (const sockets of waiting.values()) if (sockets.size > (found?.size ?? 0)) found = sockets;
  return found;
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** What one caller has: an IPv4 address, or the first 64 bits of an IPv6 one (RFC 6177 §2). */
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
