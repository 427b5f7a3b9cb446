import fs from 'node:fs';
import type http from 'node:http';
import { OffprintError, systemCode } from '../errors.ts';

export type AccessLog = Readonly<{
  /** Logs a line once the response has ended. */
  watch: (request: http.IncomingMessage, response: http.ServerResponse) => void;
  /** Reopens the file after it was rotated. */
  reopen: () => void;
  close: () => void;
}>;

/**
 * Logs one line per response, in the combined log format of Apache and nginx.
 * @param place a file, or `-` for standard output
 * @throws OffprintError `usage` if it cannot be written
 */
export function openAccessLog(place: string): AccessLog {
  const open = (): number => {
    try {
      return fs.openSync(place, 'a');
    } catch (error) {
      throw new OffprintError(
        'usage',
        `The access log ${place} cannot be written to (${systemCode(error)}). Choose another file with --access-log.`,
        error,
      );
    }
  };
  let handle = place === '-' ? undefined : open();
  let waiting: string[] = [];
  const flush = (): void => {
    const text = waiting.join('');
    waiting = [];
    if (handle === undefined) process.stdout.write(text);
    else fs.write(handle, text, () => {}); // a full disk must not affect readers
  };
  return {
    watch: (request, response) => {
      const { remoteAddress = '-' } = request.socket;
      const before = request.socket.bytesWritten;
      response.once('close', () => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push(lineOf(request, response, remoteAddress, request.socket.bytesWritten - before));
      });
    },
    reopen: () => {
      if (handle === undefined) return;
      const old = handle;
      handle = open();
      fs.closeSync(old);
    },
    close: () => {
      if (waiting.length > 0) {
        const text = waiting.join('');
        waiting = [];
        if (handle === undefined) process.stdout.write(text);
        else fs.writeSync(handle, text);
      }
      if (handle !== undefined) fs.closeSync(handle);
    },
  };
}

function lineOf(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  address: string,
  sentBytes: number,
): string {
  const { method = '-', url = '-', httpVersion, headers } = request;
  const asked = `${quoted(`${method} ${url} HTTP/${httpVersion}`)} ${response.statusCode} ${sentBytes}`;
  return `${address} - - [${clfTime(new Date())}] ${asked} ${quoted(headers.referer ?? '-')} ${quoted(headers['user-agent'] ?? '-')}\n`;
}

/** Escapes text so that nothing a client sends can start a new log line. */
function quoted(text: string): string {
  const safe = text.replace(/["\\]|[^\x20-\x7e]/g, (character) =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `"${safe}"`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `10/Oct/2000:13:55:36 +0000` */
function clfTime(date: Date): string {
  const [, year = '', month = '', day = '', time = ''] =
    /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(date.toISOString()) ?? [];
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
}
