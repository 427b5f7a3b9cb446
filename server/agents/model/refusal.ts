import type { ReportedError } from './accumulate.ts';
import { ModelError } from './model-error.ts';

const OVERFLOW =
  /exceed_context_size|context_length_exceeded|maximum context length|exceeds? the (available )?context|context (window|size|length)|no user query found in messages|prompt is too long/i;
const NO_TOOLS =
  /tools param requires|--jinja|enable-auto-tool-choice|tool-call-parser|does not support tools|tool choice requires/i;
const PARSE_FAULT = /error parsing tool call|parsing tool call|failed to parse (tool|arguments)/i;

/**
 * Converts an error response into a ModelError whose message tells the operator what to do.
 * @param status of the response; 200 if the error came inside the answer
 * @param retryAfter the Retry-After header: seconds, or a date (RFC 9110 §10.2.3)
 */
export function refusal(
  host: string,
  status: number,
  reported: ReportedError,
  retryAfter?: string,
): ModelError {
  const said = `${reported.type ?? ''} ${reported.message}`;
  const quote = `The server responded: "${shorten(reported.message)}".`;
  const code = status === 200 ? (reported.code ?? 500) : status;
  if (OVERFLOW.test(said)) {
    return new ModelError(
      'context-overflow',
      `The request is too long for the context window on the model server ${host}. ${quote} Restart the server with a larger window.`,
      { contextTokens: contextTokens(said) },
    );
  }
  if (NO_TOOLS.test(said)) {
    return new ModelError(
      'tools-unsupported',
      `The model server ${host} does not accept tool calls with its current options. ${quote} To find out which option is missing, run "offprint agent doctor".`,
    );
  }
  if (PARSE_FAULT.test(said)) {
    return new ModelError(
      'server-error',
      `The model server ${host} could not parse its own model's tool call. ${quote}`,
    );
  }
  switch (code) {
    case 401:
    case 403:
      return new ModelError(
        'unauthorized',
        `The model server ${host} rejected the API key (${code}). Check the key in the model server's settings.`,
      );
    case 404:
      return new ModelError(
        'unknown-model',
        `The model server ${host} could not find the requested address or model (404). ${quote} Check that the address is correct and that the model ID is in the server's list of models.`,
      );
    case 429:
      return new ModelError(
        'rate-limited',
        `The model server ${host} is rate-limiting requests (429). ${quote}`,
        { retryAfterMs: waitMs(retryAfter) },
      );
    case 502:
    case 503:
    case 504:
      return new ModelError(
        'overloaded',
        `The model server ${host} is overloaded or not ready (${code}). ${quote}`,
        { retryAfterMs: waitMs(retryAfter) },
      );
    default:
      if (code >= 500) {
        return new ModelError(
          'server-error',
          `The model server ${host} reported an error (${code}). ${quote}`,
        );
      }
      if (code >= 300 && code < 400) {
        return new ModelError(
          'refused',
          `The model server ${host} redirects requests (${code}), and redirects are not followed. In the model server's settings, enter the address it redirects to. The address must end in /v1.`,
        );
      }
      return new ModelError('refused', `The model server ${host} refused the request (${code}). ${quote}`);
  }
}

/** Reads the context window from an overflow error: "maximum context length is 4096 tokens", "context size (4096". */
function contextTokens(said: string): number | null {
  const match = /(?:context (?:length|size|window)(?: is| of)?\s*\(?|n_ctx"?[ :=]+)(\d{3,8})/i.exec(said);
  return match ? Number(match[1]) : null;
}

function waitMs(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
