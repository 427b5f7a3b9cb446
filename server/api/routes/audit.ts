import { pageOfAudit } from '../../store/audit.ts';
import * as schemas from '../audit-schemas.ts';
import { callerName } from '../caller-name.ts';
import { fromCursor, toCursor } from '../cursor.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** Who did what across the gap. */
export function auditEndpoints({ host }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/v1/audit',
      operationId: 'listAudit',
      tag: 'Publications',
      summary: 'List who did what',
      description:
        'Publications and rollbacks, bundles that were received and decided about, changes of keys and of targets, and of what projects publish on completion. Entries are never changed and outlive what they are about.',
      scope: 'read',
      query: schemas.auditQuery,
      responses: { 200: { description: 'A page of the trail.', schema: schemas.auditTrail } },
      handle: ({ query: { cursor, limit } }) => {
        const [before] = cursor === undefined ? [] : fromCursor(cursor, 1);
        const found = pageOfAudit(host.store(), limit + 1, before);
        const page = found.slice(0, limit);
        const last = found.length > limit ? page.at(-1) : undefined;
        return {
          status: 200,
          body: {
            entries: page.map(({ place: _, ...entry }) => ({
              ...entry,
              by: callerName(host.store(), entry.by),
            })),
            nextCursor: last ? toCursor(last.place) : null,
          },
        };
      },
    }),
  ];
}
