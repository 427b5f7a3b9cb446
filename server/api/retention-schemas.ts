import { z } from 'zod';
import { keepReasons } from '../retention/plan.ts';
import { count, dateTime, exportJobId, projectId } from './schemas.ts';

const bytes = (what: string) => count.meta({ description: what, examples: [391_204] });

const rules = {
  keepLast: z
    .int()
    .min(0)
    .max(100_000)
    .meta({ description: 'Number of completed exports to keep; 0 turns this rule off.', examples: [5] }),
  keepDays: z
    .int()
    .min(0)
    .max(36_500)
    .meta({ description: 'Number of days to keep exports; 0 turns this rule off.', examples: [90] }),
};

export const retentionRules = z.strictObject(rules).meta({
  id: 'RetentionRules',
  description:
    'An export is removed only if every rule that is set allows it. If no rules are set, all exports are kept.',
});

export const projectRetention = z
  .strictObject({
    projectId,
    own: retentionRules.nullable().describe("The project's own rules; null if the general rules apply."),
    general: retentionRules.describe(
      'The general rules, from the settings `retentionKeepLast` and `retentionKeepDays`.',
    ),
  })
  .meta({
    id: 'ProjectRetention',
    description: "The rules that determine which of a project's exports are kept.",
  });

export const newProjectRetention = z
  .strictObject({
    own: retentionRules
      .nullable()
      .describe("The project's own rules, or null to use the general rules again."),
  })
  .meta({ id: 'NewProjectRetention', examples: [{ own: { keepLast: 5, keepDays: 0 } }] });

const removable = z
  .strictObject({
    kind: z.enum(['export', 'delta', 'received']).describe('Kind of item.'),
    id: z.string().meta({
      description: 'ID of the export or received bundle; for a delta, ID of its later export.',
      examples: ['se_4f0c9a12b7d35e68'],
    }),
    baseJobId: exportJobId.nullable().describe('For a delta, the export it starts from.'),
    projectId: projectId.nullable().describe('For an export, its project.'),
    name: z.string().meta({ description: 'Display name.', examples: ['docs.example.com 2026.10'] }),
    at: dateTime.describe('When the item was made or received.'),
    bytes: bytes("Size of the item's archives, not including content that no other export uses."),
  })
  .meta({ id: 'Removable', description: 'An item that the retention rules do not keep.' });

export const retentionPlan = z
  .strictObject({
    remove: z.array(removable).describe('Items that would be removed, oldest first.'),
    bytes: bytes("Total size of these items' archives."),
    contentBytes: bytes('Size of the content that no other export uses.'),
    keep: z
      .array(
        z.strictObject({
          id: exportJobId,
          name: removable.shape.name,
          reason: z.enum(keepReasons).describe('Why the export is kept.'),
        }),
      )
      .describe('Exports that are kept even though the retention rules would remove them.'),
  })
  .meta({ id: 'RetentionPlan', description: 'What would be removed now.' });

export const pins = z
  .strictObject({
    pinned: z.array(exportJobId).describe('Pinned exports, oldest pin first.'),
  })
  .meta({ id: 'Pins', description: 'Pinned exports. Retention rules will not remove them.' });

export const pruned = z
  .strictObject({
    removed: z.array(removable).describe('What was removed.'),
    failed: z
      .array(
        removable.extend({
          error: z
            .string()
            .meta({ description: 'Why the item could not be removed.', examples: ['The export is in use.'] }),
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
          bundleBytes: bytes('Size of all bundles and deltas, in every format.'),
          contentBytes: bytes(
            'Size of stored content. Content used by several projects is counted for each of them.',
          ),
        }),
      )
      .describe('Projects, largest first.'),
    receivedBytes: bytes('Size of received bundles awaiting a decision.'),
    hostingBytes: bytes('Size of all versions of hosted sites.'),
    databaseBytes: bytes('Size of the database.'),
    freeBytes: bytes('Free space on the disk that holds the data folder.'),
    totalBytes: bytes('Total size of the disk that holds the data folder.'),
  })
  .meta({ id: 'DiskUse', description: 'Disk space used by the data folder.' });
