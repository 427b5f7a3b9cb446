import net from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import { FetchError } from './fetched.ts';

export type HttpProxy = Readonly<{
  url: URL;
  /** Value of the Proxy-Authorization header. */
  authorization: string | undefined;
}>;

const ANSWER_MAX_BYTES = 16 * 1024;

/**
 * Connects through a proxy: requests a tunnel (RFC 9110 §9.3.6) and establishes TLS with the host at its end.
 * Undici's own proxy agent retries without pause when a proxy hangs up.
 */
export function tunnel(
  proxy: HttpProxy,
  { connectMs, secureContext }: Readonly<{ connectMs: number; secureContext: tls.SecureContext }>,
): buildConnector.connector {
  return ({ hostname, port, servername }, callback) => {
    const host = `${hostname}:${port || 443}`;
    const socket = toProxy(proxy, secureContext);
    let secure: tls.TLSSocket | undefined;
    let isDone = false;
    const done = (...result: Parameters<buildConnector.Callback>): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      callback(...result);
    };
    const fail = (message: string): void => {
      done(new FetchError('connection', message), null);
      socket.destroy();
    };
    const timer = setTimeout(() => {
      const silent = secure ? host : `The proxy ${proxy.url.host}`;
      fail(`${silent} did not respond${secure ? ` through the proxy ${proxy.url.host}` : ''}`);
    }, connectMs);
    let answer = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0 && answer.length < ANSWER_MAX_BYTES) return;
      settle();
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer.toString('latin1'))?.[1];
      if (status !== '200') {
        fail(refusal(proxy, status));
        return;
      }
      if (answer.length > end + 4) socket.unshift(answer.subarray(end + 4));
      const options = { socket, secureContext, ALPNProtocols: ['http/1.1'] };
      const connected = tls.connect({
        ...options,
        servername: servername || (net.isIP(hostname) ? '' : hostname),
        host: hostname,
      });
      secure = connected;
      const broken = (error: Error): void => done(error, null);
      connected.once('error', broken);
      connected.once('secureConnect', () => {
        connected.off('error', broken);
        done(null, connected);
      });
    };
    const lost = (error?: Error): void => {
      settle();
      const why = error ? `: ${error.message}` : '';
      fail(
        `The proxy ${proxy.url.host} cannot be used${why}. Check its address and make sure that it is running`,
      );
    };
    const closed = (): void => lost();
    const settle = (): void => {
      socket.off('data', read).off('error', lost).off('close', closed);
      socket.on('error', () => {}); // later errors are reported by the TLS socket on top of it
    };
    socket.on('data', read).on('error', lost).on('close', closed);
    socket.once(proxy.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      const authorization =
        proxy.authorization === undefined ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
      socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`);
    });
  };
}

function toProxy({ url }: HttpProxy, secureContext: tls.SecureContext): net.Socket {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return url.protocol === 'https:'
    ? tls.connect({ host: hostname, port, secureContext, servername: net.isIP(hostname) ? '' : hostname })
    : net.connect({ host: hostname, port });
}

/** Returns the message for a proxy that refuses to connect. */
export function refusal({ url }: HttpProxy, status: string | undefined): string {
  return status === '407'
    ? `The proxy ${url.host} asks for a user name and password (407). Store them as user:password in a credential, and set that credential for the proxy (proxy.secret, --proxy-secret)`
    : `The proxy ${url.host} could not connect to the site (${status ?? 'no HTTP response'})`;
}
