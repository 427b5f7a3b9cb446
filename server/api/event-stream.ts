import type { IncomingMessage, ServerResponse } from 'node:http';
import { admitConnection } from '../connection-limits.ts';
import { ApiError } from './api-error.ts';
import type { Stream } from './endpoint.ts';
import type { EventHub } from './event-hub.ts';
import type { Services } from './services.ts';
import { whenClosed } from './when-closed.ts';

/** Maximum number of open streams: enough for a thousand scripts, with some reserve. */
const STREAMS_MAX = 2000;
/** Unread bytes after which a reader is disconnected. It can reconnect with Last-Event-ID. */
const UNREAD_MAX_BYTES = 2 ** 20;

export type EventWriter = Readonly<{
  /** `id` identifies stored events: a reader that reconnects continues after it. */
  send: (event: string, data: unknown, id?: number) => void;
  /** Sends an event without a name. `text` must be a single line. */
  data: (text: string) => void;
  end: () => void;
  isOpen: () => boolean;
}>;

/**
 * Sends server-sent events (WHATWG HTML §9.2) with a heartbeat. Disconnects a reader that does not keep up.
 * @param start starts sending, and returns a function that stops it
 * @param headers additional response headers
 * @throws ApiError 503
 */
export function eventStream(
  { events, timing }: Readonly<{ events: Pick<EventHub, 'count'>; timing: Services['timing'] }>,
  start: (writer: EventWriter) => () => void,
  headers: Readonly<Record<string, string>> = {},
): Stream {
  if (events.count() >= STREAMS_MAX) {
    throw new ApiError(503, `${STREAMS_MAX} event streams are already open. Poll instead.`, {
      'retry-after': '10',
    });
  }
  return {
    respond: (request: IncomingMessage, response: ServerResponse) => {
      admitConnection(request);
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        ...headers,
      });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      let stop = (): void => {};
      let ended = false;
      const end = (): void => {
        if (ended) return;
        ended = true;
        clearInterval(heartbeat);
        stop();
        response.end();
      };
      const write = (text: string): void => {
        if (ended) return;
        response.write(text);
        if (response.writableLength > UNREAD_MAX_BYTES) {
          end();
          response.destroy();
        }
      };
      const heartbeat = setInterval(() => write(': still here\n\n'), timing.heartbeatMs).unref();
      whenClosed(response, end);
      response.on('error', end);
      write('retry: 2000\n\n');
      stop = start({
        send: (event, data, id) =>
          write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        data: (text) => write(`data: ${text}\n\n`),
        end,
        isOpen: () => !ended,
      });
      if (ended) stop();
      request.resume();
    },
  };
}
