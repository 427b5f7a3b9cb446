import { z } from 'zod';
import { auditActions } from '../store/audit.ts';
import { cursor, dateTime, nextCursor } from './schemas.ts';

/** What the API tells about who did what. */
export const auditTrail = z
  .strictObject({
    entries: z
      .array(
        z
          .strictObject({
            at: dateTime.describe('When.'),
            by: z.string().meta({
              description: 'The name of the admin key, `owner`, or `project setting`.',
              examples: ['owner'],
            }),
            action: z.enum(auditActions).describe('What was done.'),
            subject: z
              .string()
              .meta({ description: 'To what, for people: a key, a target, a bundle.', examples: ['cdn'] }),
            id: z.string().meta({
              description:
                'Identifier of that: a fingerprint, or an id of targets, publications, received bundles.',
              examples: ['pub_1c7d20e94ab35f86'],
            }),
            detail: z
              .record(z.string(), z.string().nullable())
              .describe('What else is known: `version`, `digest`, `place` and `status` of a publication.'),
          })
          .meta({ id: 'AuditEntry', description: 'Who did what to what, and when.' }),
      )
      .describe('Newest first.'),
    nextCursor,
  })
  .meta({ id: 'AuditTrail', description: 'Who published, received, trusted and changed what.' });

export const auditQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Entries at most.'),
});
