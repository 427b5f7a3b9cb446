import { z } from 'zod';
import { keepReasons } from '../retention/plan.ts';
import { count, dateTime, exportJobId, projectId } from './schemas.ts';

/** What the API takes and tells about what exports take on the disk, and what is removed of it. */
const bytes = (what: string) => count.meta({ description: what, examples: [391_204] });

const rules = {
  keepLast: z
    .int()
    .min(0)
    .max(100_000)
    .meta({ description: 'So many completed exports stay; 0: no such rule.', examples: [5] }),
  keepDays: z
    .int()
    .min(0)
    .max(36_500)
    .meta({ description: 'Exports stay for so many days; 0: no such rule.', examples: [90] }),
};

export const retentionRules = z.strictObject(rules).meta({
  id: 'RetentionRules',
  description: 'An export goes when each rule that is set lets it go; with none set all stay.',
});

export const projectRetention = z
  .strictObject({
    projectId,
    own: retentionRules.nullable().describe('The rules of the project; null: those of all projects hold.'),
    general: retentionRules.describe(
      'Those of all projects: settings `retentionKeepLast` and `retentionKeepDays`.',
    ),
  })
  .meta({ id: 'ProjectRetention', description: 'Which exports of a project stay.' });

export const newProjectRetention = z
  .strictObject({ own: retentionRules.nullable().describe('Null: those of all projects hold again.') })
  .meta({ id: 'NewProjectRetention', examples: [{ own: { keepLast: 5, keepDays: 0 } }] });

const removable = z
  .strictObject({
    kind: z.enum(['export', 'delta', 'received']).describe('What it is.'),
    id: z.string().meta({
      description: 'Of the export, of the later export of a delta, or of the received bundle.',
      examples: ['se_4f0c9a12b7d35e68'],
    }),
    baseJobId: exportJobId.nullable().describe('Of a delta: the export that it starts from.'),
    projectId: projectId.nullable().describe('Of an export.'),
    name: z.string().meta({ description: 'For people.', examples: ['docs.example.com 2026.10'] }),
    at: dateTime.describe('When it was made, or came.'),
    bytes: bytes('Its archives. Contents that no other export uses come on top.'),
  })
  .meta({ id: 'Removable', description: 'Something that the rules let go.' });

export const retentionPlan = z
  .strictObject({
    remove: z.array(removable).describe('What would go, the oldest first.'),
    bytes: bytes('What its archives take.'),
    contentBytes: bytes('What the contents take that no other export uses, besides.'),
    keep: z
      .array(
        z.strictObject({
          id: exportJobId,
          name: removable.shape.name,
          reason: z.enum(keepReasons).describe('Why it stays.'),
        }),
      )
      .describe('What the rules let go and stays all the same.'),
  })
  .meta({ id: 'RetentionPlan', description: 'What would be removed now.' });

export const pins = z
  .strictObject({
    pinned: z.array(exportJobId).describe('Exports that a person keeps, the first pinned first.'),
  })
  .meta({ id: 'Pins', description: 'Exports that no rule removes.' });

export const pruned = z
  .strictObject({
    removed: z.array(removable).describe('What was removed.'),
    failed: z
      .array(
        removable.extend({
          error: z.string().meta({ description: 'Why it stays.', examples: ['It is in use.'] }),
        }),
      )
      .describe('What could not be.'),
    bytes: bytes('What the archives took that were removed.'),
  })
  .meta({ id: 'Pruned', description: 'What came of a removal.' });

export const diskUse = z
  .strictObject({
    projects: z
      .array(
        z.strictObject({
          projectId,
          name: z.string().meta({ description: 'What people call it.', examples: ['Documentation'] }),
          exports: count.meta({ description: 'How many there are.', examples: [12] }),
          bundleBytes: bytes('Bundles in every format, and deltas.'),
          contentBytes: bytes('Contents that were acquired; those that several projects use count for each.'),
        }),
      )
      .describe('The largest first.'),
    receivedBytes: bytes('Received bundles that wait for a decision.'),
    hostingBytes: bytes('Versions of hosted sites.'),
    databaseBytes: bytes('The database.'),
    freeBytes: bytes('Free on the disk of the data folder.'),
    totalBytes: bytes('Size of that disk.'),
  })
  .meta({ id: 'DiskUse', description: 'What the data folder takes on the disk.' });
