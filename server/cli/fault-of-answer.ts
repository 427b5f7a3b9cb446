import type { IncomingHttpHeaders } from 'node:http';
import { type ErrorCode, OffprintError } from '../errors.ts';
import type { Transport } from './client.ts';
import { isErrorCode } from './exit-codes.ts';

/** Error codes by status, for responses that do not name the error (header Offprint-Error). */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'usage',
  401: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  421: 'usage',
  422: 'conflict',
  429: 'limit',
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
};

/** An Offprint server that cannot respond yet: it is starting up or busy. */
export class ServerBusyError extends OffprintError {}

/** Converts an error response to an OffprintError, with the server's message if it sent one. */
export function faultOfAnswer(
  status: number,
  headers: IncomingHttpHeaders,
  body: string,
  transport: Transport,
): OffprintError {
  const said = sentenceIn(body);
  if (status === 401 && transport.socket !== undefined) {
    // The secret of a private socket is valid for one launch.
    return new OffprintError(
      'unreachable',
      `The server using the data folder ${transport.name} has restarted. Run the command again.`,
    );
  }
  if (said === undefined) return notOurs(status, headers, transport);
  const named = headers['offprint-error'];
  const code = isErrorCode(named) ? named : (BY_STATUS[status] ?? 'internal');
  const sentence = [said, ...advice(status, headers, said)].join(' ');
  return status === 503 && code === 'unreachable'
    ? new ServerBusyError(code, sentence)
    : new OffprintError(code, sentence);
}

/** Advice that the server cannot give, because it depends on how this program was configured. */
function advice(status: number, headers: IncomingHttpHeaders, said: string): string[] {
  if (status === 401) return ['The key comes from OFFPRINT_API_KEY.'];
  const wait = headers['retry-after'];
  if (status !== 429 || wait === undefined || said.includes(wait)) return [];
  return [`Wait ${wait} ${wait === '1' ? 'second' : 'seconds'}.`];
}

/** Returns the message of an Offprint error response; undefined for any other response. */
export function sentenceIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

function notOurs(status: number, headers: IncomingHttpHeaders, { name }: Transport): OffprintError {
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    return new OffprintError(
      'unreachable',
      `${name} redirects to ${location}. Set --server or OFFPRINT_URL to the server's own address.`,
    );
  }
  return new OffprintError(
    'unreachable',
    `${name} is not an Offprint server (HTTP ${status}), or is a proxy that cannot reach one. Check --server or OFFPRINT_URL, and the proxy if there is one.`,
  );
}
