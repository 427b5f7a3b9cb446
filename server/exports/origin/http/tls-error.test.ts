import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../../../test/stand-ins/certificates.ts';
import { skipBecause } from '../../chromium/chromium.test-support.ts';
import { openClient } from './client.ts';
import { tlsError } from './tls-error.ts';

const authority = makeAuthority();
const servers = new Set<net.Server>();
afterAll(() => {
  for (const server of servers) server.close();
});

/** Returns the message of an export of `https://` at this server. */
async function said(server: net.Server): Promise<{ host: string; message: string }> {
  servers.add(server);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const caBundle = 'why' in authority ? {} : { caBundle: authority.file };
  const client = openClient({ connections: 1, connectMs: 3000, ...caBundle, mayBePrivate: () => true });
  try {
    await client.get(new URL(`https://${host}/`), {
      headers: {},
      bounds: { silenceMs: 2000, totalMs: 4000, bufferBytes: () => 1e6, maxBytes: () => 1e6 },
      keep: async () => undefined,
      signal: new AbortController().signal,
    });
    return { host, message: 'no error' };
  } catch (error) {
    expect(error).toMatchObject({ name: 'FetchError', reason: 'tls' });
    return { host, message: (error as Error).message };
  } finally {
    await client.close();
  }
}

describe('a server that cannot be reached over TLS is described in words', () => {
  it.for<[what: string, open: () => net.Server, says: string]>([
    ['speaks plain HTTP', () => http.createServer(), 'start the address with http://'],
    [
      'speaks something else',
      () => net.createServer((socket) => socket.end('220 ready\r\n')),
      'does not speak TLS',
    ],
    [
      'hangs up',
      () => net.createServer((socket) => socket.destroy()),
      'closed the connection before it was secured',
    ],
  ])('that %s', async ([, open, says]) => {
    const { host, message } = await said(open());
    expect(message).toContain(host);
    expect(message).toContain(says);
    expect(message).not.toMatch(/openssl|error:/i);
  });

  it.for<[what: string, options: https.ServerOptions & SecureContextOptions, says: string]>([
    [
      'speaks old versions alone',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      'no longer secure',
    ],
    [
      'asks for a client certificate',
      { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' },
      'client certificate',
    ],
  ])('that %s', async ([, options, says], { skip }) => {
    if ('why' in authority) return skipBecause(skip, authority.why);
    const certificate = authority.certify('IP:127.0.0.1');
    const { message } = await said(https.createServer({ ...certificate, ...options }));
    expect(message).toContain(says);
    expect(message).toContain('--proxy');
    expect(message).not.toMatch(/openssl|error:/i);
  });
});

it('An error that is not of TLS is none', () => {
  expect(tlsError('ECONNRESET', new URL('https://docs.example.com/'), 'read ECONNRESET')).toBeUndefined();
});
