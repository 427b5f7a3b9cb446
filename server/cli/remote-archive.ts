import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { readCertificates } from '../certificates.ts';
import { OffprintError, systemCode } from '../errors.ts';
import { RELEASE } from '../release.ts';

export type RemoteOptions = Readonly<{
  /** File with trusted certificates in addition to Node's own (PEM). */
  ca?: string | undefined;
  /** Whether to follow redirects. Redirects from https to http are never followed. */
  followRedirects?: boolean | undefined;
  signal: AbortSignal;
}>;

const ANSWER_TIMEOUT_MS = 60_000;
const REDIRECTS_MAX = 5;

/** Whether a command-line argument is an address rather than a path. */
export function isAddress(given: string): boolean {
  return /^https?:\/\//i.test(given);
}

/**
 * Streams an archive from an http or https address without storing it.
 * @throws OffprintError `usage` for an invalid address; `unreachable`, also while it is read
 */
export async function remoteArchive(address: string, options: RemoteOptions): Promise<AsyncIterable<Buffer>> {
  if (!URL.canParse(address))
    throw new OffprintError('usage', `${address} is not a valid address. Check it and try again.`);
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const answer = await open(url, options);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return bytesOf(answer, url);
    answer.destroy();
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined) {
      throw new OffprintError(
        'unreachable',
        `${url.href} returned HTTP ${statusCode}. Check the address and whether the link has expired.`,
      );
    }
    const next = URL.canParse(headers.location, url) ? new URL(headers.location, url) : undefined;
    const isAllowed = next && /^https?:$/.test(next.protocol);
    if (!isAllowed || (url.protocol === 'https:' && next.protocol === 'http:')) {
      throw new OffprintError(
        'unreachable',
        `${url.href} redirects to an address that does not use ${url.protocol === 'https:' ? 'https' : 'http or https'}.`,
      );
    }
    if (!options.followRedirects || redirects === REDIRECTS_MAX) {
      throw new OffprintError(
        'unreachable',
        options.followRedirects
          ? `${address} redirects more than ${REDIRECTS_MAX} times.`
          : `${url.href} redirects to ${next.href}. Use that address, or add --follow-redirects.`,
      );
    }
    url = next;
  }
}

function open(url: URL, { ca, signal }: RemoteOptions): Promise<http.IncomingMessage> {
  const isTls = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isTls ? https : http).get(
      url,
      {
        signal,
        timeout: ANSWER_TIMEOUT_MS,
        headers: { 'user-agent': `offprint/${RELEASE}`, 'accept-encoding': 'identity' },
        ...(isTls &&
          ca !== undefined && {
            ca: [...tls.getCACertificates('default'), ...readCertificates(ca, '--ca')],
          }),
      },
      resolve,
    );
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.on('error', (error) => reject(signal.aborted ? signal.reason : unreachable(url, error)));
  });
}

async function* bytesOf(answer: http.IncomingMessage, url: URL): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw unreachable(url, error);
  } finally {
    answer.destroy();
  }
}

function unreachable(url: URL, error: unknown): OffprintError {
  const why = systemCode(error) ?? (error instanceof Error ? error.message : String(error));
  return new OffprintError(
    'unreachable',
    `${url.origin} could not be reached, or the connection was lost (${why}). Check the address, the network and (for https) the --ca option, then run the command again.`,
    error,
  );
}
