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
    .meta({ description: 'Completed exports to keep; 0 turns this rule off.', examples: [5] }),
  keepDays: z
    .int()
    .min(0)
    .max(36_500)
    .meta({ description: 'Days to keep exports; 0 turns this rule off.', examples: [90] }),
};

export const retentionRules = z.strictObject(rules).meta({
  id: 'RetentionRules',
  description:
    'An export is removed only if every rule that is set allows it. With no rules set, all are kept.',
});

export const projectRetention = z
  .strictObject({
    projectId,
    own: retentionRules.nullable().describe("The project's own rules; null if the general rules apply."),
    general: retentionRules.describe(
      'The general rules: settings `retentionKeepLast` and `retentionKeepDays`.',
    ),
  })
  .meta({ id: 'ProjectRetention', description: 'Which exports of a project are kept.' });

export const newProjectRetention = z
  .strictObject({ own: retentionRules.nullable().describe('Null to use the general rules again.') })
  .meta({ id: 'NewProjectRetention', examples: [{ own: { keepLast: 5, keepDays: 0 } }] });

const removable = z
  .strictObject({
    kind: z.enum(['export', 'delta', 'received']).describe('Kind of item.'),
    id: z.string().meta({
      description: 'ID of the export, of the later export of a delta, or of the received bundle.',
      examples: ['se_4f0c9a12b7d35e68'],
    }),
    baseJobId: exportJobId.nullable().describe('For a delta: the export it starts from.'),
    projectId: projectId.nullable().describe('For an export: its project.'),
    name: z.string().meta({ description: 'Display name.', examples: ['docs.example.com 2026.10'] }),
    at: dateTime.describe('When it was made or received.'),
    bytes: bytes('Size of its archives, not counting content that no other export uses.'),
  })
  .meta({ id: 'Removable', description: 'An item that the rules do not keep.' });

export const retentionPlan = z
  .strictObject({
    remove: z.array(removable).describe('What would be removed, oldest first.'),
    bytes: bytes('Size of their archives.'),
    contentBytes: bytes('Size of content that no other export uses.'),
    keep: z
      .array(
        z.strictObject({
          id: exportJobId,
          name: removable.shape.name,
          reason: z.enum(keepReasons).describe('Why it is kept.'),
        }),
      )
      .describe('Items that the rules would remove but that are kept anyway.'),
  })
  .meta({ id: 'RetentionPlan', description: 'What would be removed now.' });

export const pins = z
  .strictObject({
    pinned: z.array(exportJobId).describe('Pinned exports, oldest pin first.'),
  })
  .meta({ id: 'Pins', description: 'Pinned exports, which no rule removes.' });

export const pruned = z
  .strictObject({
    removed: z.array(removable).describe('What was removed.'),
    failed: z
      .array(
        removable.extend({
          error: z.string().meta({ description: 'Why it is kept.', examples: ['It is in use.'] }),
        }),
      )
      .describe('What could not be removed.'),
    bytes: bytes('Size of the removed archives.'),
  })
  .meta({ id: 'Pruned', description: 'The result of a removal.' });

export const diskUse = z
  .strictObject({
    projects: z
      .array(
        z.strictObject({
          projectId,
          name: z.string().meta({ description: 'Display name.', examples: ['Documentation'] }),
          exports: count.meta({ description: 'Number of exports.', examples: [12] }),
          bundleBytes: bytes('Bundles in every format, and deltas.'),
          contentBytes: bytes('Stored content. Content used by several projects counts for each.'),
        }),
      )
      .describe('Largest first.'),
    receivedBytes: bytes('Received bundles waiting for a decision.'),
    hostingBytes: bytes('Versions of hosted sites.'),
    databaseBytes: bytes('The database.'),
    freeBytes: bytes('Free space on the disk that holds the data folder.'),
    totalBytes: bytes('Size of that disk.'),
  })
  .meta({ id: 'DiskUse', description: 'The disk space the data folder uses.' });
