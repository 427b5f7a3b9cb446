import type http from 'node:http';
import type https from 'node:https';
import type { Socket } from 'node:net';

/** Connections of one address that may wait at a time: far more than a browser or a proxy keeps open. */
const WAITING_PER_ADDRESS_MAX = 1_000;

/**
 * Bounds the connections of each address that wait for a request: just opened, in the middle of a request, or idle
 * between two. The one that has waited longest is closed when an address opens one too many, so that a caller who opens
 * connections and sends nothing takes no place from others, nor from a proxy that all callers come through. Connections
 * that are being answered (downloads, event streams) are not counted.
 */
export function boundWaitingConnections(
  server: http.Server | https.Server,
  perAddressMax = WAITING_PER_ADDRESS_MAX,
): void {
  // By remote address: sets keep the order in which connections began to wait.
  const waiting = new Map<string, Set<Socket>>();
  // TLS hands out a socket of its own for the connection, with the same remote port.
  const connections = new Map<string, Socket>();

  const stopWaiting = (socket: Socket, address: string): void => {
    const others = waiting.get(address);
    others?.delete(socket);
    if (others?.size === 0) waiting.delete(address);
  };
  const wait = (socket: Socket, address: string): void => {
    if (socket.destroyed) return;
    const others = waiting.get(address) ?? new Set();
    waiting.set(address, others.add(socket));
    const [longest] = others;
    if (others.size > perAddressMax) longest?.destroy();
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const key = keyOf(socket);
    connections.set(key, socket);
    wait(socket, address);
    socket.once('close', () => {
      connections.delete(key);
      stopWaiting(socket, address);
    });
  });
  server.on('request', (request, response) => {
    const socket = connections.get(keyOf(request.socket));
    if (!socket) return;
    const address = request.socket.remoteAddress ?? '';
    const answering = (): void => stopWaiting(socket, address);
    if (hasBody(request)) request.once('end', answering);
    else answering();
    response.once('close', () => wait(socket, address));
  });
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** RFC 9112 §6.3: a request has a body when it says how long or how it is sent. */
function hasBody({ headers }: http.IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
