import { z } from 'zod';
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
              description: 'The name of the API key, `owner`, or `project setting`.',
              examples: ['owner'],
            }),
            action: z.string().meta({ description: 'What was done.', examples: ['project-changed'] }),
            subject: z
              .string()
              .meta({ description: 'To what, for people: a key, a target, a bundle.', examples: ['cdn'] }),
            id: z.string().meta({
              description:
                'Identifier of that: a job, a project, a key, a target; empty where there is but one.',
              examples: ['pub_1c7d20e94ab35f86'],
            }),
            detail: z
              .record(z.string(), z.string().nullable())
              .describe(
                'What else is known: `version`, `digest`, `place` and `status` of a publication; `fields` that were sent.',
              ),
          })
          .meta({ id: 'AuditEntry', description: 'Who did what to what, and when.' }),
      )
      .describe('Newest first.'),
    nextCursor,
  })
  .meta({ id: 'AuditTrail', description: 'Who changed, published, received and trusted what.' });

export const auditQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Entries at most. As text/csv and application/jsonl all of them come at once.'),
  action: z.string().optional().describe('Only this action: `project-changed`.'),
  by: z.string().optional().describe('Only what this API key did, by its name, or `owner`.'),
  object: z
    .string()
    .optional()
    .describe('Only what was done to this: its identifier, or a part of its name.'),
  since: z.iso.datetime().optional().describe('Only from this time on.'),
  until: z.iso.datetime().optional().describe('Only before this time.'),
});
