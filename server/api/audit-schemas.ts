import { z } from 'zod';
import { cursor, dateTime, nextCursor } from './schemas.ts';

export const auditTrail = z
  .strictObject({
    entries: z
      .array(
        z
          .strictObject({
            at: dateTime.describe('When.'),
            by: z.string().meta({
              description: 'The name of the API key, `owner`, or `project setting`.',
              examples: ['owner'],
            }),
            action: z.string().meta({ description: 'What was done.', examples: ['project-changed'] }),
            subject: z.string().meta({
              description: 'Name of what was affected, for example a key, a target or a bundle.',
              examples: ['cdn'],
            }),
            id: z.string().meta({
              description: 'ID of the job, project, key or target; empty if what was affected has no ID.',
              examples: ['pub_1c7d20e94ab35f86'],
            }),
            detail: z
              .record(z.string(), z.string().nullable())
              .describe(
                "Further details, such as a publication's `version`, `digest`, `place` and `status`, or the `fields` that were sent.",
              ),
          })
          .meta({ id: 'AuditEntry', description: 'Who did what, and when.' }),
      )
      .describe('Newest first.'),
    nextCursor,
  })
  .meta({ id: 'AuditTrail', description: 'A record of who changed, published, received or trusted what.' });

export const auditQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Maximum number of entries. With text/csv and application/jsonl, all entries are returned.'),
  action: z
    .string()
    .optional()
    .describe(
      'Only entries with this action, for example `project-changed`. The response to an unknown action lists all actions.',
    ),
  by: z.string().optional().describe('Only entries by the API key with this name, or by `owner`.'),
  object: z
    .string()
    .optional()
    .describe('Only entries about the object with this ID, or with this text in its name.'),
  since: z.iso.datetime().optional().describe('Only entries from this time on.'),
  until: z.iso.datetime().optional().describe('Only entries before this time.'),
});
