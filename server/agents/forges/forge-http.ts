import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { systemCode } from '../../errors.ts';
import { PublishError } from '../loop/publisher.ts';
import { type Redact, redactForeign, redactor } from '../model/redact.ts';
import type { ForgeSettings } from './forge.ts';

export type ForgeAnswer = Readonly<{ status: number; body: unknown; text: string }>;

export type ForgeHttp = Readonly<{
  /** Resolves with a response of any status. Rejects only if the forge sends no usable response. */
  request: (
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    body?: unknown,
  ) => Promise<ForgeAnswer>;
  /** Converts an error response into an error to throw. */
  refusal: (answer: ForgeAnswer, doing: string) => PublishError;
}>;

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Creates a JSON client for a forge. It does not follow redirects, so the token is sent only to the configured host.
 */
export function forgeHttp(
  settings: ForgeSettings,
  apiPath: string,
  headers: Readonly<Record<string, string>>,
): ForgeHttp {
  const base = `${settings.baseUrl.replace(/\/+$/, '')}${apiPath}`;
  const { host } = new URL(base);
  const exact = redactor([settings.token]);
  const clean: Redact = (text) => exact(redactForeign(text));

  const request: ForgeHttp['request'] = (method, path, signal, body) =>
    new Promise((resolve, reject) => {
      const url = new URL(`${base}${path}`);
      const secure = url.protocol === 'https:';
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const outgoing = (secure ? https : http).request(url, {
        method,
        agent: false,
        signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'offprint',
          ...headers,
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
        },
        ...(secure && settings.caBundle !== null && { ca: [...tls.rootCertificates, settings.caBundle] }),
      });
      outgoing.setTimeout(TIMEOUT_MS, () =>
        outgoing.destroy(new PublishError(`The forge ${host} did not respond within 30 seconds.`, true)),
      );
      outgoing.on('error', (error) => {
        if (signal.aborted) reject(signal.reason);
        else if (error instanceof PublishError) reject(error);
        else reject(unreachable(host, error));
      });
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        let sizeBytes = 0;
        response.on('data', (bytes: Buffer) => {
          sizeBytes += bytes.length;
          if (sizeBytes <= MAX_BYTES) chunks.push(bytes);
          else
            outgoing.destroy(new PublishError(`The forge ${host} sent a response larger than 8 MiB.`, false));
        });
        response.on('error', (error) => reject(signal.aborted ? signal.reason : unreachable(host, error)));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, body: parsed(text), text });
        });
      });
      outgoing.end(payload);
    });

  const refusal: ForgeHttp['refusal'] = ({ status, text }, doing) => {
    const said = clean(
      text
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ).slice(0, 300);
    const quote = said === '' ? '' : ` The forge responded: ${said}`;
    if (status === 401)
      return new PublishError(
        `The forge ${host} rejected the token. Store a new one in the forge's settings.`,
        false,
      );
    if (status === 403)
      return new PublishError(
        `The token is not allowed to ${doing} on ${host}. Grant it the permissions listed in the forge's settings.${quote}`,
        false,
      );
    if (status === 404)
      return new PublishError(
        `The forge ${host} has no repository "${settings.repository}", or the token does not have access to it.`,
        false,
      );
    if (status === 429 || status >= 500)
      return new PublishError(`The forge ${host} could not ${doing} right now (${status}).${quote}`, true);
    if (status >= 300 && status < 400)
      return new PublishError(
        `The forge ${host} redirects requests (${status}). In the forge's settings, enter the address it redirects to.`,
        false,
      );
    return new PublishError(`The forge ${host} refused to ${doing} (${status}).${quote}`, false);
  };
  return { request, refusal };
}

function unreachable(host: string, error: Error): PublishError {
  const code = systemCode(error) ?? error.message;
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ALTNAME/.test(code);
  return isCertificate
    ? new PublishError(
        `The forge ${host} has a certificate that is not trusted (${code}). Add your certificate authority's certificate under CA certificates in the forge's settings.`,
        false,
        error,
      )
    : new PublishError(`The forge ${host} cannot be reached (${code}).`, true, error);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns a field of a response by its path: `field(body, 'links', 'self', 0, 'href')`. */
export function field(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null ? (part as Record<string | number, unknown>)[key] : undefined,
    value,
  );
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
