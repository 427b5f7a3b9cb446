import { Readable } from 'node:stream';
import { csvLine } from '../../csv.ts';
import { type AuditEntry, type AuditFilter, pageOfAudit } from '../../store/audit.ts';
import { listKeys } from '../../store/keys.ts';
import { ApiError } from '../api-error.ts';
import { auditActions } from '../audit-of-call.ts';
import * as schemas from '../audit-schemas.ts';
import { callerName } from '../caller-name.ts';
import { fromCursor, toCursor } from '../cursor.ts';
import { type Endpoint, endpoint, type Stream } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** Returns the endpoints for the audit log. */
export function auditEndpoints({ host }: Services): Endpoint[] {
  type Query = AuditFilter & Readonly<{ by?: string | undefined }>;
  const page = (
    limit: number,
    before: string | undefined,
    { by, ...filter }: Omit<Query, 'by'> & { by?: string | undefined },
  ) => {
    const ids = by === undefined ? [] : listKeys(host.store()).filter(({ name }) => name === by);
    const found = pageOfAudit(host.store(), limit, before, {
      ...filter,
      ...(by !== undefined && { by: [by, ...ids.map(({ id }) => id)] }),
    });
    return found.map(({ place, ...entry }) => ({
      place,
      entry: { ...entry, by: callerName(host.store(), entry.by) },
    }));
  };
  return [
    endpoint({
      method: 'GET',
      path: '/v1/audit',
      operationId: 'listAudit',
      tag: 'Audit log',
      summary: 'List audit log entries',
      description:
        'Lists every change made through the API, the interface or the command line, as well as publications, rollbacks, received bundles and the decisions about them. The newest entries come first. Entries are never changed, and they remain after the object they describe is deleted. With `Accept: application/jsonl` or `text/csv`, returns all matching entries.',
      scope: 'read',
      query: schemas.auditQuery,
      responses: {
        200: {
          description: 'One page of the log.',
          schema: schemas.auditTrail,
          mediaTypes: ['application/json', 'application/jsonl', 'text/csv'],
        },
      },
      handle: ({ query: { cursor, limit, ...filter }, header }) => {
        const { action } = filter;
        if (action !== undefined && !auditActions.includes(action))
          throw new ApiError(
            400,
            `There is no action "${action}". Valid actions are: ${auditActions.join(', ')}.`,
          );
        const accept = header('accept') ?? '';
        const all = function* (): Generator<AuditEntry> {
          for (let before: string | undefined; ; ) {
            const found = page(1000, before, filter);
            for (const { entry } of found) yield entry;
            before = found.at(-1)?.place;
            if (found.length < 1000) return;
          }
        };
        if (/application\/(jsonl|x-ndjson)/.test(accept))
          return streamOf('application/jsonl', jsonLines(all()));
        if (/text\/csv/.test(accept)) return streamOf('text/csv', csvLines(all()));
        const [before] = cursor === undefined ? [] : fromCursor(cursor, 1);
        const found = page(limit + 1, before, filter);
        const shown = found.slice(0, limit);
        const last = found.length > limit ? shown.at(-1) : undefined;
        return {
          status: 200,
          body: {
            entries: shown.map(({ entry }) => entry),
            nextCursor: last ? toCursor(last.place) : null,
          },
        };
      },
    }),
  ];
}

function streamOf(type: string, lines: Iterable<string>): Stream {
  return {
    respond: (_request, response) => {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
      Readable.from(lines)
        .on('error', () => response.destroy())
        .pipe(response);
    },
  };
}

function* jsonLines(entries: Iterable<AuditEntry>): Generator<string> {
  for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

const COLUMNS = ['at', 'by', 'action', 'subject', 'id', 'detail'] as const;

function* csvLines(entries: Iterable<AuditEntry>): Generator<string> {
  yield csvLine(COLUMNS);
  for (const entry of entries) {
    yield csvLine(COLUMNS.map((name) => (name === 'detail' ? JSON.stringify(entry.detail) : entry[name])));
  }
}
