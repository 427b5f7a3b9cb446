import { z } from 'zod';
import { hostKey, secretFields, targetSettings } from '../publications/target-settings.ts';
import { publicationStages, publicationStatuses } from '../store/publications.ts';
import { shapes } from '../store/targets.ts';
import { count, dateTime, exportJobId, projectId, targetId, versionLabel } from './schemas.ts';

/** What the API takes and gives about targets and publications. */
const publicationId = z
  .string()
  .meta({ description: 'Identifier of a publication.', examples: ['pub_1c7d20e94ab35f86'] });

const targetName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
  .meta({ description: 'Display name; unique.', examples: ['Internal CDN'] });

const shape = z
  .enum(shapes)
  .describe(
    '`archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: unpacked, for a web server.',
  );
const keep = z.int().min(0).max(10_000).describe('Number of versions to keep on the target; 0 keeps all.');
const isCurrent = z.string().nullable().describe('The version readers see; null if none.');

export const target = z
  .strictObject({
    targetId,
    name: targetName,
    place: z.string().describe('Its location, in words.'),
    settings: targetSettings.describe('How to connect to it.'),
    secrets: z
      .array(z.enum(secretFields))
      .describe('Which secrets are stored for it. Their values are never returned.'),
    shape,
    keep,
    createdAt: dateTime.describe('When it was added.'),
    updatedAt: dateTime.describe('When it last changed.'),
  })
  .meta({ id: 'Target', description: 'A place where bundles are published.' });

export const targetList = z
  .strictObject({ targets: z.array(target).describe('Sorted by name.') })
  .meta({ id: 'TargetList', description: 'Places where bundles are published.' });

const secretValues = z.partialRecord(z.enum(secretFields), z.string().min(1).max(65_536)).meta({
  description: 'Stored encrypted and never returned.',
  examples: [{}],
});

export const newTarget = z
  .strictObject({
    name: targetName,
    settings: targetSettings.describe('How to connect to it.'),
    secrets: secretValues.optional(),
    shape: shape.default('archive'),
    keep: keep.default(5),
  })
  .meta({
    id: 'NewTarget',
    examples: [{ name: 'Internal CDN', settings: { kind: 'folder', path: '/srv/docs' }, shape: 'site' }],
  });

export const targetChange = z
  .strictObject({
    name: targetName.optional(),
    secrets: secretValues.optional(),
    shape: shape.optional(),
    keep: keep.optional(),
    hostKey: hostKey.optional(),
  })
  .meta({ id: 'TargetChange', description: 'Only the fields that are sent are changed.' });

export const targetParams = z.strictObject({ targetId });

const release = z
  .strictObject({
    version: z.string().describe('Label of the version.'),
    domain: z.string().describe('Host name of the site.'),
    shape,
    digest: z.string().describe('Digest of the content.'),
    publishedAt: dateTime.describe('When it was published.'),
    publishedBy: z.string().describe('Who published it, and from where.'),
    fileCount: count.describe('Files.'),
    sizeBytes: count.describe('Size of all files.'),
  })
  .meta({ id: 'Release', description: 'A version on a target.' });

export const targetState = z
  .strictObject({
    targetId,
    current: isCurrent,
    releases: z.array(release).describe('The versions on the target, newest first.'),
    capabilities: z
      .strictObject({
        pointer: z
          .enum(['link', 'file', 'object'])
          .describe('What points readers to the current version: a symbolic link, a file or an object.'),
        resumesFiles: z.boolean().describe('Interrupted file transfers continue where they stopped.'),
        copies: z
          .boolean()
          .describe('Files of an earlier version are copied on the target instead of being sent.'),
        freeBytes: count.nullable().describe('Free space; null if the target does not report it.'),
        maxFileBytes: count.nullable().describe('Maximum file size; null if no limit is known.'),
        exclusiveLock: z
          .boolean()
          .describe('The target itself blocks a second writer; otherwise Offprint relies on a lock file.'),
      })
      .describe('What it can do.'),
  })
  .meta({ id: 'TargetState', description: 'The current state of a target, as seen from this server.' });

export const publication = z
  .strictObject({
    publicationId,
    targetId,
    targetName: z.string().describe('Name of the target at the time.'),
    place: z.string().describe('Where the target was at the time.'),
    kind: z.enum(['publish', 'rollback']).describe('Whether a version was published or rolled back to.'),
    jobId: exportJobId.nullable().describe('Export job of the bundle; null if it belongs to none.'),
    shape,
    domain: z.string().nullable().describe('Host name of the site; null until it is known.'),
    version: z.string().nullable().describe('Its label on the target; null until it is known.'),
    digest: z.string().nullable().describe('Digest of the content; null until it is known.'),
    previous: z.string().nullable().describe('The version readers saw before.'),
    requestedBy: z
      .string()
      .describe(
        'The name of the API key, `owner`, or `project setting` if the project publishes its exports on completion.',
      ),
    status: z.enum(publicationStatuses).describe('`completed`, `failed` and `canceled` are final.'),
    stage: z.enum(publicationStages).describe('The current or last stage.'),
    progress: z.number().min(0).max(100).describe('Progress of the stage, in percent.'),
    doneBytes: count.describe('Bytes processed so far in this stage.'),
    totalBytes: count.describe('Total bytes in this stage.'),
    remainingSeconds: z
      .number()
      .min(0)
      .nullable()
      .describe('Estimated time until the stage ends; null if unknown.'),
    sentFiles: count.describe('Files sent.'),
    sentBytes: count.describe('Bytes sent.'),
    keptFiles: count.describe('Files the target already had, in this version or another.'),
    note: z.string().nullable().describe('What it is waiting for.'),
    errorCode: z.string().nullable().describe('The kind of failure, as a code.'),
    error: z.string().nullable().describe('Why it failed and what to do.'),
    createdAt: dateTime.describe('When it was requested.'),
    updatedAt: dateTime.describe('When it last changed.'),
    endedAt: dateTime.nullable().describe('When it ended; null until then.'),
  })
  .meta({ id: 'Publication', description: 'Who published what where, and the result.' });

export const publicationList = z
  .strictObject({ publications: z.array(publication).describe('Newest first.') })
  .meta({ id: 'PublicationList', description: 'Publications and rollbacks.' });

export const publicationQuery = z.strictObject({
  targetId: targetId.optional(),
  jobId: exportJobId.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Maximum number of entries.'),
});

export const newPublication = z
  .strictObject({
    targetId,
    jobId: exportJobId.optional(),
    projectId: projectId.optional(),
    path: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .describe(
        "Absolute path of an archive on the server's computer. API keys can only use paths within `directoryRoots`.",
      ),
    version: versionLabel
      .optional()
      .describe("Version label to publish it under. Default: the bundle's own."),
    shape: shape.optional().describe('Default: as set for the target.'),
  })
  .refine(
    ({ jobId, projectId, path }) =>
      [jobId, projectId, path].filter((each) => each !== undefined).length === 1,
    {
      error: 'it must have exactly one of jobId, projectId (its newest bundle) and path',
    },
  )
  .meta({
    id: 'NewPublication',
    examples: [{ targetId: 'tgt_4f0c9a12b7d35e68', jobId: 'se_4f0c9a12b7d35e68' }],
  });

export const publicationParams = z.strictObject({ publicationId });

export const rollbackRequest = z
  .strictObject({
    version: versionLabel.optional().describe('Default: the newest version before the current one.'),
  })
  .meta({ id: 'RollbackRequest' });
