import { z } from 'zod';
import { hostKey, secretFields, targetSettings } from '../publications/target-settings.ts';
import { publicationStages, publicationStatuses } from '../store/publications.ts';
import { shapes } from '../store/targets.ts';
import { count, dateTime, exportJobId, projectId, targetId, versionLabel } from './schemas.ts';

const publicationId = z
  .string()
  .meta({ description: 'Identifier of a publication.', examples: ['pub_1c7d20e94ab35f86'] });

const targetName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
  .meta({ description: 'Unique display name.', examples: ['Internal CDN'] });

const shape = z
  .enum(shapes)
  .describe(
    '`archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: the bundle unpacked, for a web server.',
  );
const keep = z.int().min(0).max(10_000).describe('Number of versions to keep on the target; 0 keeps all.');
const isCurrent = z.string().nullable().describe('The version that readers see; null if there is none.');

export const target = z
  .strictObject({
    targetId,
    name: targetName,
    place: z.string().describe("The target's location as readable text."),
    settings: targetSettings.describe('How to connect to the target.'),
    secrets: z
      .array(z.enum(secretFields))
      .describe('Which secrets are stored for the target. Their values are never returned.'),
    shape,
    keep,
    createdAt: dateTime.describe('When the target was added.'),
    updatedAt: dateTime.describe('When the target last changed.'),
  })
  .meta({ id: 'Target', description: 'A place where bundles are published.' });

export const targetList = z
  .strictObject({ targets: z.array(target).describe('Sorted by name.') })
  .meta({ id: 'TargetList', description: 'Places where bundles are published.' });

const secretValues = z.partialRecord(z.enum(secretFields), z.string().min(1).max(65_536)).meta({
  description: 'The secret values. They are stored encrypted and never returned.',
  examples: [{}],
});

export const newTarget = z
  .strictObject({
    name: targetName,
    settings: targetSettings.describe('How to connect to the target.'),
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
  .meta({ id: 'TargetChange', description: 'Only the fields you send are changed.' });

export const targetParams = z.strictObject({ targetId });

const release = z
  .strictObject({
    version: z.string().describe('Version label.'),
    domain: z.string().describe("The site's host name."),
    shape,
    digest: z.string().describe('Content digest.'),
    publishedAt: dateTime.describe('When the version was published.'),
    publishedBy: z.string().describe('Who published the version, and from where.'),
    fileCount: count.describe('Number of files.'),
    sizeBytes: count.describe('Total size of all files.'),
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
        resumesFiles: z.boolean().describe('Whether interrupted file transfers continue where they stopped.'),
        copies: z
          .boolean()
          .describe('Whether files from an earlier version are copied on the target instead of being sent.'),
        freeBytes: count.nullable().describe('Free space; null if the target does not report it.'),
        maxFileBytes: count.nullable().describe('Maximum file size; null if no limit is known.'),
        exclusiveLock: z
          .boolean()
          .describe(
            'Whether the target itself blocks a second writer. If not, Offprint relies on a lock file.',
          ),
      })
      .describe('What the target can do.'),
  })
  .meta({ id: 'TargetState', description: 'The current state of a target, as seen from this server.' });

export const publication = z
  .strictObject({
    publicationId,
    targetId,
    targetName: z.string().describe("The target's name when the publication was requested."),
    place: z.string().describe("The target's location when the publication was requested."),
    kind: z
      .enum(['publish', 'rollback'])
      .describe('Whether a new version is published or the target is rolled back to an earlier version.'),
    jobId: exportJobId.nullable().describe("The bundle's export job; null if it has none."),
    shape,
    domain: z.string().nullable().describe("The site's host name; null until it is known."),
    version: z.string().nullable().describe("The version's label on the target; null until it is known."),
    digest: z.string().nullable().describe('Content digest; null until it is known.'),
    previous: z
      .string()
      .nullable()
      .describe('The version that readers saw before; null if there was none or it is not known yet.'),
    requestedBy: z
      .string()
      .describe(
        "The API key's name; `owner` for the data folder's owner; `project setting` if the project publishes completed exports automatically.",
      ),
    status: z.enum(publicationStatuses).describe('`completed`, `failed` and `canceled` are final.'),
    stage: z.enum(publicationStages).describe('The current or last stage.'),
    progress: z.number().min(0).max(100).describe('Progress of this stage, as a percentage.'),
    doneBytes: count.describe('Bytes processed so far in this stage.'),
    totalBytes: count.describe('Total bytes in this stage.'),
    remainingSeconds: z
      .number()
      .min(0)
      .nullable()
      .describe('Estimated time until the stage ends; null if unknown.'),
    sentFiles: count.describe('Number of files sent.'),
    sentBytes: count.describe('Number of bytes sent.'),
    keptFiles: count.describe('Number of files the target already had, in this or another version.'),
    note: z.string().nullable().describe('What the publication is waiting for; null if it is not waiting.'),
    errorCode: z.string().nullable().describe('A code for the kind of failure.'),
    error: z.string().nullable().describe('Why the publication failed and what to do.'),
    createdAt: dateTime.describe('When the publication was requested.'),
    updatedAt: dateTime.describe('When the publication last changed.'),
    endedAt: dateTime.nullable().describe('When the publication ended; null until then.'),
  })
  .meta({
    id: 'Publication',
    description: 'A publication or rollback: who requested it, what was published where, and the result.',
  });

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
        'Absolute path of an archive on the computer that runs the server. API keys can only use paths within `directoryRoots`.',
      ),
    version: versionLabel
      .optional()
      .describe("Version label to publish the bundle under. Default: the bundle's own label."),
    shape: shape.optional().describe("Shape to publish the bundle in. Default: the target's shape."),
  })
  .refine(
    ({ jobId, projectId, path }) =>
      [jobId, projectId, path].filter((each) => each !== undefined).length === 1,
    {
      error: "it must have exactly one of jobId, projectId (for the project's newest bundle) and path",
    },
  )
  .meta({
    id: 'NewPublication',
    examples: [{ targetId: 'tgt_4f0c9a12b7d35e68', jobId: 'se_4f0c9a12b7d35e68' }],
  });

export const publicationParams = z.strictObject({ publicationId });

export const rollbackRequest = z
  .strictObject({
    version: versionLabel
      .optional()
      .describe('Version to roll back to. Default: the newest version before the current one.'),
  })
  .meta({ id: 'RollbackRequest' });
