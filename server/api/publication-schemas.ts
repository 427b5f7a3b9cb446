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
  .regex(/^\P{Cc}*$/u, 'give a name without control characters')
  .meta({ description: 'What people call it; unique.', examples: ['Internal CDN'] });

const shape = z
  .enum(shapes)
  .describe(
    '`archive`: the bundle as one file, with its manifest, signature and SHA-256 beside it. `site`: unpacked, for a web server.',
  );
const keep = z.int().min(0).max(10_000).describe('Versions that stay there; 0: all.');
const isCurrent = z.string().nullable().describe('The version that readers see; null: none.');

export const target = z
  .strictObject({
    targetId,
    name: targetName,
    place: z.string().describe('Where it is, for people.'),
    settings: targetSettings.describe('How it is reached.'),
    secrets: z.array(z.enum(secretFields)).describe('Which secrets are kept for it. They are never told.'),
    shape,
    keep,
    createdAt: dateTime.describe('When it was added.'),
    updatedAt: dateTime.describe('When it was changed last.'),
  })
  .meta({ id: 'Target', description: 'A place where bundles are published.' });

export const targetList = z
  .strictObject({ targets: z.array(target).describe('By name.') })
  .meta({ id: 'TargetList', description: 'Places where bundles are published.' });

const secretValues = z.partialRecord(z.enum(secretFields), z.string().min(1).max(65_536)).meta({
  description: 'Kept by the secret store, and never told again.',
  examples: [{}],
});

export const newTarget = z
  .strictObject({
    name: targetName,
    settings: targetSettings.describe('How it is reached.'),
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
  .meta({ id: 'TargetChange', description: 'Only the fields that are sent.' });

export const targetParams = z.strictObject({ targetId });

const release = z
  .strictObject({
    version: z.string().describe('Label of the version.'),
    domain: z.string().describe('Host name of the site.'),
    shape,
    digest: z.string().describe('Names the content.'),
    publishedAt: dateTime.describe('When it was published.'),
    publishedBy: z.string().describe('Who published it, and from where.'),
    fileCount: count.describe('Files.'),
    sizeBytes: count.describe('Of all files.'),
  })
  .meta({ id: 'Release', description: 'A version that lies on a target.' });

export const targetState = z
  .strictObject({
    targetId,
    current: isCurrent,
    releases: z.array(release).describe('The versions that lie there, newest first.'),
    capabilities: z
      .strictObject({
        pointer: z
          .enum(['link', 'file', 'object'])
          .describe('How readers are led to the current version: a symbolic link, a file or an object.'),
        resumesFiles: z.boolean().describe('A file that was cut off goes on where it ended.'),
        copies: z.boolean().describe('What an earlier version has is taken over there, without being sent.'),
        freeBytes: count.nullable().describe('Free space; null: it does not say.'),
        maxFileBytes: count.nullable().describe('Of one file; null: no limit that is known.'),
        exclusiveLock: z
          .boolean()
          .describe('It keeps a second writer away itself; otherwise that rests on agreement.'),
      })
      .describe('What it can do.'),
  })
  .meta({ id: 'TargetState', description: 'A target as it is now, looked at from this server.' });

export const publication = z
  .strictObject({
    publicationId,
    targetId,
    targetName: z.string().describe('Of the target, as it was called then.'),
    place: z.string().describe('Where the target was.'),
    kind: z.enum(['publish', 'rollback']).describe('Whether a version was brought, or returned to.'),
    jobId: exportJobId.nullable().describe('Whose bundle it is; null: of none that is known here.'),
    shape,
    domain: z.string().nullable().describe('Host name of the site; null until it is known.'),
    version: z.string().nullable().describe('Its label on the target; null until it is known.'),
    digest: z.string().nullable().describe('Names the content; null until it is known.'),
    previous: z.string().nullable().describe('The version that readers saw before.'),
    requestedBy: z
      .string()
      .describe(
        'The name of the API key, `owner`, or `project setting` where the project has its exports published on completion.',
      ),
    status: z.enum(publicationStatuses).describe('`completed`, `failed` and `canceled` are ends.'),
    stage: z.enum(publicationStages).describe('What it is at, or was.'),
    progress: z.number().min(0).max(100).describe('Percent of the stage.'),
    doneBytes: count.describe('Bytes of the stage that are done.'),
    totalBytes: count.describe('Bytes of the stage.'),
    remainingSeconds: z.number().min(0).nullable().describe('Estimate to the end of the stage; null: none.'),
    sentFiles: count.describe('Files that travelled.'),
    sentBytes: count.describe('Bytes that travelled.'),
    keptFiles: count.describe('Files that the target had already, in this version or another.'),
    note: z.string().nullable().describe('What it waits for.'),
    errorCode: z.string().nullable().describe('The kind of failure, for programs.'),
    error: z.string().nullable().describe('Why it failed, and what to do.'),
    createdAt: dateTime.describe('When it was asked for.'),
    updatedAt: dateTime.describe('When something about it changed last.'),
    endedAt: dateTime.nullable().describe('When it ended; null: it has not.'),
  })
  .meta({ id: 'Publication', description: 'Who put what where, and what came of it.' });

export const publicationList = z
  .strictObject({ publications: z.array(publication).describe('Newest first.') })
  .meta({ id: 'PublicationList', description: 'Who put what where.' });

export const publicationQuery = z.strictObject({
  targetId: targetId.optional(),
  jobId: exportJobId.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('At most so many.'),
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
        "Absolute path of an archive on the server's computer. Keys reach what lies in `directoryRoots`.",
      ),
    version: versionLabel
      .optional()
      .describe("Label under which it is published. Left out: the bundle's own."),
    shape: shape.optional().describe("Left out: the target's."),
  })
  .refine(
    ({ jobId, projectId, path }) =>
      [jobId, projectId, path].filter((each) => each !== undefined).length === 1,
    {
      error: 'give one of jobId, projectId (its newest bundle) and path',
    },
  )
  .meta({
    id: 'NewPublication',
    examples: [{ targetId: 'tgt_4f0c9a12b7d35e68', jobId: 'se_4f0c9a12b7d35e68' }],
  });

export const publicationParams = z.strictObject({ publicationId });

export const rollbackRequest = z
  .strictObject({
    version: versionLabel.optional().describe('Left out: the newest one before the current version.'),
  })
  .meta({ id: 'RollbackRequest' });
