import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { OffprintError, systemCode } from '../errors.ts';

export type ListenOptions = Readonly<{
  host: string;
  /** 0: any free port. */
  port: number;
  /** PEM. If set, the server uses HTTPS. */
  tls?: Readonly<{ cert: Buffer; key: Buffer }> | undefined;
}>;

/** Longer than the idle timeout of proxies, so that they close connections first. */
const KEEP_ALIVE_MS = 75_000;
/** Idle time after which a connection is closed. */
const SILENT_MS = 120_000;
/** Time for pending responses when closing; connections that take longer are cut off. */
const GRACE_MS = 25_000;

/** @throws OffprintError `usage` if it cannot listen there, or if the certificate and key do not match */
export async function listen(
  { host, port, tls }: ListenOptions,
  handler: http.RequestListener,
): Promise<{ server: http.Server | https.Server; url: string }> {
  const settings = { keepAliveTimeout: KEEP_ALIVE_MS };
  const server = tls
    ? https.createServer({ ...settings, ...tls }, handler)
    : http.createServer(settings, handler);
  server.setTimeout(SILENT_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new OffprintError(
          'usage',
          `${host}${port === 0 ? '' : ` port ${port}`} cannot be used (${reasonOf(error)}). Choose another port or address.`,
          error,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { server, url: `${tls ? 'https' : 'http'}://${name}:${listening}` };
}

function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code === 'EADDRINUSE') return 'another program is using it';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `this computer has no such address, ${code}`;
  if (code === 'EACCES') return 'the user that Offprint runs as does not have permission, EACCES';
  return code ?? String(error);
}

/** Stops accepting requests and finishes pending responses. */
export async function closed(server: http.Server | https.Server, graceMs = GRACE_MS): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cutOff);
}
