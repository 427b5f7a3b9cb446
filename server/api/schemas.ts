import { z } from 'zod';
import { domainName, notADomain } from '../domain-name.ts';
import { featureSwitches } from '../exports/features/feature-switches.ts';
import { deploymentTypes } from '../exports/features/policy.ts';
import { renderOfOrigin, repositoryOrigin, suppliedOfOrigin } from '../exports/origin/repository-origin.ts';
import { urlOrigin } from '../exports/origin/url-origin.ts';
import { pagePath } from '../exports/settings/page-path.ts';
import { someExportSettings } from '../exports/settings/settings.ts';
import { LINK_SECONDS_MAX } from '../link-lifetime.ts';
import { serverSettings } from '../settings.ts';
import { jobPhases, jobSorts, jobStatuses, verdicts } from '../store/exports.ts';
import { keyScopes } from '../store/keys.ts';
import { plans } from '../store/organization.ts';

/**
 * What the API takes and gives. The documented bodies ignore unknown fields, as published clients may send some;
 * our own refuse them by name. A documented field is never removed or retyped.
 */
export const dateTime = z.iso.datetime().meta({ examples: ['2026-03-02T09:30:00.000Z'] });
export const count = z.int().min(0);
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] });
export const exportJobId = z
  .string()
  .meta({ description: 'Identifier of an export job.', examples: ['se_4f0c9a12b7d35e68'] });
export const projectId = z
  .string()
  .meta({ description: 'Identifier of a project.', examples: ['prj_1c7d20e94ab35f86'] });
export const targetId = z
  .string()
  .meta({ description: 'Identifier of a target.', examples: ['tgt_4f0c9a12b7d35e68'] });

export const errorBody = z
  .strictObject({ error: z.string().describe('What is wrong, and what to do.') })
  .meta({
    id: 'Error',
    description: 'The body of every answer that is not a success.',
    examples: [
      {
        error:
          'No project has registered the domain docs.example.com. Create a project for it, or correct the domain.',
      },
    ],
  });

export const domain = z
  .string()
  .transform((text, context) => {
    const name = domainName(text);
    if (name === undefined) context.addIssue({ code: 'custom', message: notADomain(text.slice(0, 300)) });
    return name ?? '';
  })
  .meta({
    description: 'A bare host name that a project has registered: no protocol, port or path.',
    examples: ['docs.example.com'],
  });

export const versionLabel = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'give 1 to 64 of the characters A-Z a-z 0-9 . _ -')
  .meta({
    description:
      'Label of the export, as `staticExport.version` pins it. Left out: 12 digits of the content digest.',
    examples: ['2026.3'],
  });

const settingsThatDiffer = someExportSettings.meta({
  id: 'ExportSettings',
  description: 'Export settings; those that are left out stand at their defaults.',
  examples: [{ exclude: ['/archive/**'] }],
});
const features = featureSwitches.meta({
  id: 'FeatureSwitches',
  description:
    'Features of the site that may stay although they need a service of their vendor. A switch is taken where the deployment type makes the feature configurable; all are off by default.',
  examples: [{}],
});
const deploymentType = z.enum(deploymentTypes).meta({
  description: 'Where the bundle will be read; it decides which features of the site may stay.',
  examples: ['air-gapped'],
});

export const startExport = z
  .object({
    domain,
    version: versionLabel.optional(),
    paths: z
      .array(pagePath)
      .max(100_000)
      .optional()
      .describe('Only these pages (URL paths) and what they need.'),
    settings: settingsThatDiffer.optional().describe("Export settings that differ from the project's."),
    fresh: z.boolean().optional().describe('Re-use nothing of earlier exports. The bundle is the same.'),
    resume: z
      .boolean()
      .optional()
      .describe('Go on with an unfinished job of the site that does the same, where there is one.'),
  })
  .meta({ id: 'StartExport', examples: [{ domain: 'docs.example.com', version: '2026.3' }] });

export const exportJob = z
  .strictObject({
    jobId: exportJobId.regex(/^se_[0-9a-f]{16}$/).describe('Identifier of the job.'),
    status: z.enum(jobStatuses).meta({
      description:
        '`completed` (packed and verified) and `failed` end the polling. A job that is paused or was interrupted reads `queued`.',
      examples: ['completed'],
    }),
    progress: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Percent. Never falls.', examples: [100] }),
    pageCount: count.meta({ description: 'Pages exported so far.', examples: [118] }),
    createdAt: dateTime.describe('When the job was created.'),
    updatedAt: dateTime.describe('When something about it changed last.'),
    error: z.string().optional().describe('Why it failed, and what to do; only when failed.'),
    errorCode: z
      .string()
      .optional()
      .describe(
        'The kind of failure, for programs: `pages-missing`, `verification-failed`, `canceled`, …; only when failed.',
      ),
    projectId,
    domain: z.string().meta({ description: 'The domain that it exports.', examples: ['docs.example.com'] }),
    version: z
      .string()
      .nullable()
      .meta({
        description: 'The label. Null until it is known, where it is made from the content.',
        examples: ['2026.3'],
      }),
    phase: z.enum(jobPhases).meta({
      description: 'What it is at: pages are collected, packed, opened and compared; or all is done.',
      examples: ['done'],
    }),
    paused: z.boolean().describe('Waits until it is resumed.'),
    pauseReason: z.string().optional().describe('Why it waits although nobody paused it.'),
    missingCount: count.describe('Pages and files that the bundle lacks (setting allowMissing).'),
    verdict: z
      .enum(verdicts)
      .nullable()
      .meta({ description: 'What verification found; null before it.', examples: ['passed'] }),
    startedAt: dateTime.nullable().describe('When it ran first.'),
    finishedAt: dateTime.nullable().describe('When it ended.'),
    retryOf: z
      .string()
      .nullable()
      .meta({ description: 'The failed job that this one takes up.', examples: [null] }),
    bundleBytes: count
      .nullable()
      .meta({ description: 'Size of the archive; null before there is one.', examples: [391_204] }),
    pagesKnown: count.optional().describe('Pages known so far; while it runs.'),
    remainingSeconds: z
      .number()
      .min(0)
      .optional()
      .describe('Estimated seconds to its end, at most; while it runs and can be told.'),
    remainingLeastSeconds: z
      .number()
      .min(0)
      .optional()
      .describe('The least that they may be, while the estimate is not steady.'),
    trying: z
      .boolean()
      .optional()
      .describe('Pages are tried in a browser, to find out how they are to be acquired; while they are.'),
  })
  .meta({ id: 'ExportJob', description: 'One run over the site of a project.' });

/** A job that waits, for examples. */
export const queuedJob: z.infer<typeof exportJob> = {
  jobId: 'se_4f0c9a12b7d35e68',
  status: 'queued',
  progress: 0,
  pageCount: 0,
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:00.000Z',
  projectId: 'prj_1c7d20e94ab35f86',
  domain: 'docs.example.com',
  version: '2026.3',
  phase: 'acquire',
  paused: false,
  missingCount: 0,
  verdict: null,
  startedAt: null,
  finishedAt: null,
  retryOf: null,
  bundleBytes: null,
};
export const runningJob: z.infer<typeof exportJob> = {
  ...queuedJob,
  status: 'running',
  progress: 42.5,
  pageCount: 50,
  updatedAt: '2026-03-02T09:30:41.000Z',
  startedAt: '2026-03-02T09:30:01.000Z',
  pagesKnown: 118,
  remainingSeconds: 52,
};

export const cursor = z.string().max(1000).describe('`nextCursor` of the page before.');
export const limit = z.coerce.number().int().min(1).max(500).default(50).describe('Entries of a page.');
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Asks for the next page; null on the last one.', examples: [null] });

const search = z
  .string()
  .trim()
  .max(200)
  .describe('Only jobs that have this in their domain, version or id.');

export const countQuery = z.strictObject({
  domain: domain.optional().describe('Only jobs of this domain.'),
  projectId: projectId.optional().describe('Only jobs of this project.'),
  search: search.optional(),
});

export const jobCounts = z
  .strictObject({
    queued: count.meta({ description: 'Jobs that wait.', examples: [1] }),
    running: count.meta({ description: 'Jobs that run.', examples: [2] }),
    completed: count.meta({ description: 'Jobs that made a bundle.', examples: [40] }),
    failed: count.meta({ description: 'Jobs that failed or were canceled.', examples: [3] }),
  })
  .meta({ id: 'JobCounts', description: 'How many jobs have each status.' });

export const preview = z
  .strictObject({
    title: z
      .string()
      .nullable()
      .meta({
        description: 'Of the start page of a folder; null where it has none, and for a live site.',
        examples: ['Acme Docs'],
      }),
    pages: count.meta({
      description: 'Pages that would be exported; of a live site, those it would begin with.',
      examples: [118],
    }),
    secretFiles: z.array(z.string()).meta({
      description:
        'Files of a folder that look like private keys or passwords. An export fails with the code `secret-files` until `exclude` leaves them out or `includeSecrets` publishes them.',
      examples: [['/deploy.key']],
    }),
    otherFiles: count.nullable().meta({
      description:
        'Other files that would come along; null for a live site, as the sizes: found out by exporting it.',
      examples: [64],
    }),
    sizeBytes: count.nullable().meta({ description: 'What they have together.', examples: [2_811_904] }),
    estimatedBundleBytes: count.nullable().meta({
      description: 'About what the archive will have.',
      examples: [702_976],
    }),
    firstPages: z
      .array(z.string())
      .meta({ description: 'The first of the pages, at most 500.', examples: [['/index.html']] }),
    outOfScope: z
      .array(
        z.strictObject({
          reason: z.string().meta({ description: 'Why.', examples: ['excluded'] }),
          count: count.describe('How many.'),
          urls: z.array(z.string()).describe('The first of them, at most 20.'),
        }),
      )
      .meta({ description: 'What would be left out.', examples: [[]] }),
  })
  .meta({ id: 'Preview', description: 'What an export would take.' });

export const throughput = z
  .strictObject({
    samples: z
      .array(
        z.strictObject({
          at: dateTime.describe('When it was taken.'),
          phase: z.enum(jobPhases).describe('What the job was at.'),
          progress: z.number().describe('Percent.'),
          pageCount: count.describe('Pages exported so far.'),
        }),
      )
      .meta({
        description: 'Oldest first, at even distances; none before the start of the server.',
        examples: [[]],
      }),
  })
  .meta({ id: 'Throughput', description: 'How a job has come along.' });

export const diagnostics = z
  .strictObject({
    version: z.string().meta({ description: 'The release of Offprint.', examples: ['1.0.0'] }),
    node: z.string().meta({ description: 'The release of Node.', examples: ['24.21.0'] }),
    sqlite: z.string().meta({ description: 'The release of SQLite.', examples: ['3.50.4'] }),
    platform: z.string().meta({ description: 'System and processor.', examples: ['linux x64'] }),
    startedAt: dateTime.describe('When the server was started.'),
    address: z
      .string()
      .nullable()
      .meta({
        description: 'Where scripts reach the API; null without TCP.',
        examples: ['http://127.0.0.1:4750'],
      }),
    dataFolder: z
      .string()
      .meta({ description: 'Where everything is kept.', examples: ['/home/u/.local/share/offprint'] }),
    databaseBytes: count.meta({ description: 'Size of the database.', examples: [1_048_576] }),
    freeBytes: count.meta({
      description: 'What is free on the disk of the data folder.',
      examples: [53_687_091_200],
    }),
    totalBytes: count.meta({ description: 'What that disk holds.', examples: [107_374_182_400] }),
    noSandbox: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the browser that renders and verifies runs without its sandbox; null when it has one.',
        examples: [null],
      }),
    exampleSite: z
      .string()
      .nullable()
      .meta({ description: 'Folder of the example that comes along; null without one.', examples: [null] }),
    log: z
      .array(z.strictObject({ at: dateTime.describe('When.'), line: z.string().describe('What.') }))
      .meta({ description: 'The last lines of the log.', examples: [[]] }),
  })
  .meta({ id: 'Diagnostics', description: 'What one asks first when something does not work.' });

export const diagnosticCheck = z
  .strictObject({
    check: z.enum(['browser', 'database']).describe('What to look at.'),
  })
  .meta({ id: 'DiagnosticCheck', examples: [{ check: 'browser' }] });

export const diagnosticResult = z
  .strictObject({
    check: z.enum(['browser', 'database']).describe('What was looked at.'),
    ok: z.boolean().describe('It works.'),
    detail: z
      .string()
      .meta({ description: 'What was seen, and what to do about it.', examples: ['Chrome/153.0.0.0'] }),
    durationMs: count.meta({ description: 'How long it took.', examples: [812] }),
  })
  .meta({ id: 'DiagnosticResult', description: 'What a check has found.' });

export const jobQuery = z.strictObject({
  cursor: cursor.optional(),
  limit,
  status: z.enum(jobStatuses).optional().describe('Only jobs with this status.'),
  domain: domain.optional().describe('Only jobs of this domain.'),
  projectId: projectId.optional().describe('Only jobs of this project.'),
  search: search.optional(),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .describe('Leaves out so many at the beginning, for lists that are jumped about in. Not with `cursor`.'),
  sort: z.enum(jobSorts).default('-createdAt').describe('The order; `-` begins with the latest.'),
});

export const jobList = z
  .strictObject({ jobs: z.array(exportJob).describe('In the order that was asked for.'), nextCursor })
  .meta({ id: 'ExportJobList', description: 'A page of the list of jobs.' });

export const bundleRequest = z
  .object({
    format: z
      .enum(['zip', 'tar.gz'])
      .optional()
      .describe('Archive format. Left out: the setting `apiBundleFormat`. A delta is always a `zip`.'),
    forPeople: z
      .boolean()
      .optional()
      .describe(
        'True: an archive that unpacks into one folder, where the setting `archiveFolder` is on. Left out: its files lie at its root. A delta has no folder.',
      ),
    base: exportJobId
      .optional()
      .describe(
        'An earlier completed job of the same project: asks for the delta from its bundle to this one.',
      ),
    expiresInSeconds: z
      .int()
      .min(1)
      .max(LINK_SECONDS_MAX)
      .optional()
      .describe('Lifetime of the link. Left out: the setting `linkLifetimeSeconds`.'),
    linkTarget: targetId
      .nullable()
      .optional()
      .describe(
        'Target of the kind s3 whose presigned link is wanted: the archive is sent there first, unless it is there. Null: a link of this server. Left out: as the project has it.',
      ),
  })
  .meta({ id: 'BundleRequest', examples: [{ expiresInSeconds: 86_400 }] });

export const bundle = z
  .strictObject({
    jobId: exportJobId,
    bundleUrl: z.url().meta({
      description: 'Absolute; works without the Authorization header until it expires. Take it as it is.',
      examples: [
        'http://127.0.0.1:4750/bundles/se_4f0c9a12b7d35e68/docs.example.com-2026.3.tar.gz?expires=1772447400&key=mm8x2k1c-5d2e7a90&signature=3q2-7wAAvE0Yd5m1mR4o0nH2x5sKcQb8uVtJ6fLhZpI',
      ],
    }),
    sizeBytes: count.meta({ description: 'Size of the archive.', examples: [391_204] }),
    expiresAt: z.iso.datetime().meta({
      description: 'Time after which the link does not work any more.',
      examples: ['2026-03-02T10:30:00.000Z'],
    }),
    sha256: sha256.describe('Digest of the archive.'),
    version: z
      .string()
      .meta({ description: 'Label of the export, for `staticExport.version`.', examples: ['2026.3'] }),
    format: z.enum(['zip', 'tar.gz']).meta({ description: 'Archive format.', examples: ['tar.gz'] }),
    base: z
      .string()
      .nullable()
      .meta({
        description: 'The job that the delta applies to; null for a whole bundle.',
        examples: [null],
      }),
  })
  .meta({ id: 'Bundle', description: 'A link to an archive, and what is behind it.' });

export const shownSite = z
  .strictObject({
    jobId: exportJobId,
    siteUrl: z.url().meta({
      description: 'Where browsers of this computer see the site.',
      examples: ['http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/'],
    }),
  })
  .meta({ id: 'ShownSite', description: 'An exported site that can be looked at.' });

export const removal = z
  .strictObject({
    jobId: exportJobId,
    bundles: count.meta({ description: 'Archives of the job, deltas too.', examples: [1] }),
    bundleBytes: count.meta({ description: 'What they take on the disk.', examples: [391_204] }),
    objects: count.meta({ description: 'Stored contents that no other job uses.', examples: [12] }),
    objectBytes: count.meta({ description: 'What those take on the disk.', examples: [80_412] }),
  })
  .meta({ id: 'Removal', description: 'What deleting a job would remove.' });

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const deleteQuery = z.strictObject({
  dryRun: flag.optional().describe('Only say what would be removed.'),
});

export const pageQuery = z.strictObject({
  cursor: cursor.optional(),
  limit,
  kind: z
    .enum(['page', 'asset', 'redirect', 'unknown'])
    .optional()
    .describe('Left out: everything but assets. `unknown` is what could not be had.'),
  status: z
    .enum(['queued', 'done', 'failed', 'skipped'])
    .optional()
    .describe('Only entries that became this.'),
  search: z.string().max(200).optional().describe('Only entries with this in their URL or title.'),
});

export const pageList = z
  .strictObject({
    pages: z
      .array(
        z.strictObject({
          url: z.string().meta({ description: 'Path within the site.', examples: ['/guide/start.html'] }),
          kind: z
            .enum(['page', 'asset', 'redirect', 'unknown'])
            .describe('What it is; `unknown` where it could not be had.'),
          status: z
            .enum(['queued', 'done', 'failed', 'skipped'])
            .meta({ description: 'What became of it.', examples: ['done'] }),
          reason: z
            .string()
            .nullable()
            .meta({ description: 'Why it failed or was skipped.', examples: [null] }),
          title: z
            .string()
            .nullable()
            .meta({ description: 'Title of the page.', examples: ['Start'] }),
          path: z
            .string()
            .nullable()
            .meta({ description: 'File within the bundle.', examples: ['guide/start.html'] }),
          httpStatus: z
            .int()
            .nullable()
            .meta({ description: 'What the origin answered.', examples: [200] }),
          contentType: z
            .string()
            .nullable()
            .meta({ description: 'Media type that the origin named.', examples: ['text/html'] }),
          sizeBytes: count.nullable().meta({ description: 'Size at the origin.', examples: [18_204] }),
          durationMs: z
            .number()
            .nullable()
            .meta({ description: 'How long the origin took.', examples: [12.4] }),
          referrer: z
            .string()
            .nullable()
            .meta({ description: 'Where it was found first.', examples: ['/index.html'] }),
          way: z
            .enum(['fetched', 'rendered'])
            .nullable()
            .meta({
              description: 'How a page was acquired: as the origin sent it, or as a browser made it.',
              examples: ['fetched'],
            }),
          wayReason: z
            .string()
            .nullable()
            .meta({
              description: 'Why so, and what was noticed on the way.',
              examples: ['It has no scripts.'],
            }),
        }),
      )
      .describe('In the order of their URLs.'),
    total: count.meta({ description: 'Entries that the filters leave, on all pages.', examples: [118] }),
    nextCursor,
  })
  .meta({ id: 'PageList', description: 'A page of the list of what a job knows.' });

const told = (description: string) => z.string().describe(description);
const counted = (description: string) => count.describe(description);
export const report = z
  .looseObject({
    format: z.literal('offprint-report').describe('What this is.'),
    formatVersion: z.literal(1).describe('The form of the report; new fields leave it as it is.'),
    job: z
      .looseObject({
        jobId: exportJobId,
        domain: told('The domain that was exported.'),
        status: told('What the job ended with.'),
      })
      .meta({
        description: 'The job, with the settings that held.',
        examples: [{ jobId: 'se_4f0c9a12b7d35e68', domain: 'docs.example.com', status: 'completed' }],
      }),
    bundle: z
      .looseObject({
        format: told('Archive format.'),
        sizeBytes: counted('Size of the archive.'),
        sha256: sha256.describe('Digest of the archive.'),
        digest: told('Digest of the content: the same on every machine.'),
        files: counted('Files in it.'),
      })
      .nullable()
      .meta({ description: 'What was packed. Null when nothing was.', examples: [null] }),
    counts: z
      .looseObject({
        pages: counted('Pages of the bundle.'),
        assets: counted('Other files of the site.'),
        redirects: counted('Small pages that lead on.'),
        bytes: counted('What was read of the origin.'),
        missing: counted('Entries of `missing`.'),
        skipped: counted('Entries of `skipped`.'),
      })
      .meta({
        description: 'How much of everything.',
        examples: [{ pages: 118, assets: 64, redirects: 2, bytes: 2_811_904, missing: 0, skipped: 0 }],
      }),
    missing: z
      .array(
        z.looseObject({
          url: told('What is missing.'),
          reason: told('Why.'),
          referrer: z.string().nullable().describe('Where it was found first.'),
        }),
      )
      .meta({ description: 'What the site lists or needs and the bundle lacks.', examples: [[]] }),
    skipped: z
      .array(z.looseObject({ url: told('What was left out.'), reason: told('Why.') }))
      .meta({ description: 'What was left out on purpose.', examples: [[]] }),
    layouts: z
      .array(
        z.looseObject({
          way: told('`fetched`: as the origin sent them, `rendered`: as a browser made them.'),
          reason: told('Why.'),
          pages: counted('Pages of this layout.'),
          example: told('One of them.'),
        }),
      )
      .meta({ description: 'How the pages of each layout were acquired.', examples: [[]] }),
    check: z
      .looseObject({})
      .nullable()
      .meta({
        description: 'What verification did and found. Null when it did not come to it.',
        examples: [null],
      }),
  })
  .meta({
    id: 'Report',
    description:
      'What an export did and found. Further lists name broken links of the source, references to other hosts, and features that were removed or kept.',
  });

export const queueState = z
  .strictObject({
    paused: z.boolean().describe('No further job is started.'),
    concurrency: z.int().meta({
      description: 'Jobs that may run at the same time (setting `exportConcurrency`).',
      examples: [2],
    }),
    running: z
      .array(z.string())
      .meta({ description: 'Ids of the jobs that run.', examples: [['se_4f0c9a12b7d35e68']] }),
    queued: count.meta({ description: 'Jobs that wait.', examples: [3] }),
  })
  .meta({ id: 'Queue', description: 'What runs and what waits.' });

const origin = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('directory').describe('A folder of built files.'),
      folder: z
        .string()
        .min(1)
        .meta({ description: 'Absolute path of the built site.', examples: ['/srv/docs/site'] }),
      render: renderOfOrigin,
      supplied: suppliedOfOrigin,
    }),
    urlOrigin,
    repositoryOrigin,
  ])
  .meta({ id: 'Origin', description: 'Where the pages of a site are read.' });

const credentialName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, 'give 1 to 100 of the characters A-Z a-z 0-9 . _ -')
  .meta({ description: 'By which projects speak of it.', examples: ['docs-password'] });
const credentialValue = z
  .string()
  .min(1)
  .max(8192)
  .meta({ description: 'The credential itself.', examples: ['correct horse battery staple'] });
const givenCredentials = z
  .record(credentialName, credentialValue)
  .optional()
  .meta({
    description:
      'Values of credentials that the origin names, for this call alone: they go before those that are kept.',
    examples: [{}],
  });

export const previewRequest = z
  .strictObject({
    domain: domain.optional(),
    origin: origin.optional().describe('Instead of a domain: an origin that is no project yet.'),
    paths: z.array(pagePath).max(100_000).optional().describe('Only these pages and what they need.'),
    settings: settingsThatDiffer.optional().describe("Export settings that differ from the project's."),
    credentials: givenCredentials,
  })
  .refine(
    ({ domain, origin }) => (domain === undefined) !== (origin === undefined),
    'give a domain or an origin',
  )
  .meta({ id: 'PreviewRequest', examples: [{ domain: 'docs.example.com' }] });

export const originTestRequest = z
  .strictObject({ origin: urlOrigin.describe('The site.'), credentials: givenCredentials })
  .meta({
    id: 'OriginTestRequest',
    examples: [{ origin: { kind: 'url', url: 'https://docs.example.com/' } }],
  });

export const originTest = z
  .strictObject({
    outcome: z.enum(['page', 'login', 'tls', 'unreachable', 'unreadable']).meta({
      description:
        '`page`: it can be exported; `login`: it asks who is there; `tls`: its certificate or its TLS is not as it should be; `unreachable`: no answer; `unreadable`: an answer that is no page.',
      examples: ['page'],
    }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'What did not work and what to do; null where a page came.', examples: [null] }),
    url: z
      .string()
      .nullable()
      .meta({
        description: 'Where the page was found, after redirects.',
        examples: ['https://docs.example.com/'],
      }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last answer.', examples: [200] }),
    title: z
      .string()
      .nullable()
      .meta({ description: 'Title of the page.', examples: ['Documentation'] }),
    asksPassword: z.boolean().meta({
      description: 'The page has a field for a password: it may stand in the place of the site.',
      examples: [false],
    }),
    robots: z
      .enum(['none', 'allows', 'forbids', 'ignored'])
      .nullable()
      .meta({
        description:
          'Whether the robots.txt lets the page be exported: there is none, it does or does not (one that cannot be read forbids), or it is not asked.',
        examples: ['allows'],
      }),
    durationMs: count.describe('How long it took.'),
  })
  .meta({ id: 'OriginTest', description: 'What a live site answers.' });

const linkTarget = targetId.nullable();

export const project = z
  .strictObject({
    projectId,
    name: z.string().meta({ description: 'What people call it.', examples: ['Documentation'] }),
    domains: z.array(z.string()).meta({
      description: 'Host names of the site. The first is the one that bundles carry.',
      examples: [['docs.example.com']],
    }),
    origin: origin.describe('Where its pages are read.'),
    deploymentType,
    features: features.describe('Which features of the site stay.'),
    settings: settingsThatDiffer.describe('Export settings that differ from their defaults.'),
    publishTo: z
      .array(targetId)
      .describe(
        'Targets that every completed export is published to. One that was removed stays in the list.',
      ),
    linkTarget: linkTarget.describe(
      'Object storage whose presigned links are handed out as `bundleUrl`; null: links of this server. One that was removed stays.',
    ),
    createdAt: dateTime.describe('When it was created.'),
    updatedAt: dateTime.describe('When it was changed last.'),
  })
  .meta({ id: 'Project', description: 'A documentation site.' });

const publishTo = z.array(targetId).max(20);

const projectName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ description: 'What people call it.', examples: ['Documentation'] });
const domains = z
  .array(domain)
  .min(1)
  .max(100)
  .meta({
    description: 'Host names of the site. The first is the one that bundles carry.',
    examples: [['docs.example.com']],
  });

export const newProject = z
  .strictObject({
    name: projectName
      .optional()
      .describe('What people call it. Left out: the title of the site, once an export has read it.'),
    domains,
    origin: origin.describe('Where its pages are read.'),
    deploymentType: deploymentType.default('air-gapped'),
    features: features.default({}).describe('Which features of the site stay.'),
    settings: settingsThatDiffer.default({}).describe('Export settings that differ from their defaults.'),
    publishTo: publishTo.default([]).describe('Targets that every completed export is published to.'),
    linkTarget: linkTarget
      .default(null)
      .describe(
        'Target of the kind s3 whose presigned links are handed out as `bundleUrl`; null: links of this server.',
      ),
  })
  .meta({
    id: 'NewProject',
    examples: [
      {
        name: 'Documentation',
        domains: ['docs.example.com'],
        origin: { kind: 'directory', folder: '/srv/docs/site' },
      },
    ],
  });

export const projectChange = z
  .strictObject({
    name: projectName.optional(),
    domains: domains.optional().describe('Replaces the host names. Needs the scope admin.'),
    origin: origin.optional().describe('Where the pages are read. Needs the scope admin.'),
    deploymentType: deploymentType.optional(),
    features: features.optional().describe('Replaces the switches of the project.'),
    settings: settingsThatDiffer.optional().describe('Replaces the settings of the project.'),
    publishTo: publishTo
      .optional()
      .describe('Replaces the targets that every completed export is published to.'),
    linkTarget: linkTarget
      .optional()
      .describe(
        'Target of the kind s3 whose presigned links are handed out as `bundleUrl`; null: links of this server.',
      ),
  })
  .meta({ id: 'ProjectChange', examples: [{ settings: { exclude: ['/archive/**'] } }] });

export const projectList = z
  .strictObject({ projects: z.array(project).describe('By name.') })
  .meta({ id: 'ProjectList', description: 'All projects.' });

const keyId = z.string().meta({
  description: 'Identifier of an API key: not the key itself.',
  examples: ['key_70b1d3f2a95c4e68'],
});
const keyName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ description: 'What it is for.', examples: ['ci'] });

export const adminKey = z
  .strictObject({
    keyId,
    name: z.string().meta({ description: 'What it is for.', examples: ['ci'] }),
    scopes: z.array(z.enum(keyScopes)).meta({
      description: 'What it may do: `write` includes `read`, `admin` includes both.',
      examples: [['write']],
    }),
    createdAt: dateTime.describe('When it was created.'),
    lastUsedAt: dateTime
      .nullable()
      .meta({ description: 'To the minute; null before the first use.', examples: [null] }),
    expiresAt: dateTime.nullable().meta({ description: 'Null: never.', examples: [null] }),
    revokedAt: dateTime.nullable().meta({ description: 'Null: it was not revoked.', examples: [null] }),
  })
  .meta({ id: 'AdminKey', description: 'An API key, without the key itself.' });

export const adminKeyList = z
  .strictObject({ keys: z.array(adminKey).describe('Newest first.') })
  .meta({ id: 'AdminKeyList', description: 'All API keys.' });

export const newAdminKeyRequest = z
  .strictObject({
    name: keyName,
    scopes: z
      .array(z.enum(keyScopes))
      .min(1)
      .default(['write'])
      .describe('`write` includes `read`, `admin` includes both.'),
    expiresAt: dateTime
      .refine((text) => Date.parse(text) > Date.now(), 'give a time that is still to come')
      .nullable()
      .default(null)
      .describe('From when on it does not work any more; null is never.'),
  })
  .meta({ id: 'NewAdminKey', examples: [{ name: 'ci', scopes: ['write'] }] });

export const createdAdminKey = z
  .strictObject({
    ...adminKey.shape,
    key: z.string().meta({
      description: 'The key itself. It is shown here and never again.',
      examples: ['offp_…'],
    }),
  })
  .meta({ id: 'CreatedAdminKey', description: 'A new API key, with the key itself.' });

export const organization = z
  .strictObject({
    name: z.string().meta({ description: 'What people call it.', examples: ['Example'] }),
    plan: z.enum(plans).meta({
      description: 'Static export needs `enterprise`; reading does not.',
      examples: ['enterprise'],
    }),
    createdAt: dateTime.describe('When it was created.'),
  })
  .meta({ id: 'Organization', description: 'Who this installation belongs to.' });

export const organizationChange = z
  .strictObject({
    name: z.string().trim().min(1).max(200).optional().describe('What people call it.'),
    plan: z.enum(plans).optional().describe('What may be used.'),
  })
  .meta({ id: 'OrganizationChange', examples: [{ plan: 'enterprise' }] });

export const settings = serverSettings.meta({
  id: 'ServerSettings',
  description: 'All settings of the server as they hold.',
});

export const settingsChange = z
  .strictObject(
    Object.fromEntries(
      Object.entries(serverSettings.shape).map(([name, schema]) => [
        name,
        schema
          .unwrap()
          .nullable()
          .optional()
          .describe(schema.description ?? ''),
      ]),
    ),
  )
  .meta({
    id: 'ServerSettingsChange',
    description: '`null` takes a setting back to its default.',
    examples: [{ exportConcurrency: 4, publicUrl: null }],
  });

const linkKeyId = z
  .string()
  .meta({ description: 'Identifier of a key that signs links.', examples: ['mm8x2k1c-5d2e7a90'] });

export const linkKeyList = z
  .strictObject({
    linkKeys: z
      .array(
        z.strictObject({
          linkKeyId,
          createdAt: dateTime.describe('When it was made.'),
          signs: z.boolean().meta({ description: 'New links are signed with this one.', examples: [true] }),
        }),
      )
      .describe('Oldest first.'),
  })
  .meta({ id: 'LinkKeyList', description: 'The keys that sign links.' });

export const secretsState = z
  .strictObject({
    provider: z
      .enum(['keychain', 'secret-file', 'passphrase', 'memory'])
      .describe('What keeps the master key, which seals the others.'),
    persistent: z.boolean().describe('False: secrets are lost when the server ends.'),
    detail: z.string().describe('Where the master key is.'),
    problem: z.string().optional().describe('What does not work, and what to do about it.'),
    names: z.array(z.string()).describe('The secrets that are kept; their values are never told.'),
  })
  .meta({ id: 'Secrets', description: 'Where secrets are kept.' });

export const newCredential = z
  .strictObject({
    name: credentialName,
    value: credentialValue,
  })
  .meta({ id: 'NewCredential' });

export const credentialParams = z.strictObject({ name: credentialName });

export const secretsRotated = z
  .strictObject({ resealed: count.describe('Secrets that were sealed anew.') })
  .meta({ id: 'SecretsRotated', description: 'What a new master key sealed.' });

const preferenceFields = {
  theme: z.enum(['system', 'light', 'dark']).describe('The colours.'),
  letterShortcuts: z.boolean().describe('Shortcuts of one letter (WCAG 2.1.4: they can be switched off).'),
  isWelcomed: z.boolean().describe('The guide of the first run was seen.'),
  diffView: z
    .enum(['unified', 'split'])
    .describe('How changes are shown: one below the other, or side by side.'),
};

export const preferences = z.strictObject(preferenceFields).partial().meta({
  id: 'Preferences',
  description: 'Preferences for the interface. Those that nobody set are absent.',
});

export const preferencesChange = z
  .strictObject(preferenceFields)
  .partial()
  .meta({ id: 'PreferencesChange', description: 'What was chosen anew.' });

export const loginLink = z
  .strictObject({
    url: z.url().meta({
      description: 'Opens the interface once.',
      examples: ['http://127.0.0.1:4750/login/0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS'],
    }),
    expiresAt: dateTime.describe('When it ends unused.'),
  })
  .meta({ id: 'LoginLink', description: 'A link that logs a browser in.' });

export const health = z
  .strictObject({
    status: z.literal('ok').describe('The server answers.'),
    version: z.string().meta({ description: 'The release of Offprint.', examples: ['1.0.0'] }),
  })
  .meta({ id: 'Health', description: 'What is told to everybody.' });

export const jobParams = z.strictObject({ jobId: exportJobId });
export const projectParams = z.strictObject({ projectId });
export const keyParams = z.strictObject({ keyId });
export const linkKeyParams = z.strictObject({ linkKeyId });
export const linkParams = z.strictObject({
  jobId: exportJobId,
  file: z
    .string()
    .meta({ description: 'Name of the archive.', examples: ['docs.example.com-2026.3.tar.gz'] }),
});

/** What is wrong with a link is told by its check (signed-link.ts), as 403. */
const linkPart = (description: string, type = 'string') => z.unknown().optional().meta({ description, type });
export const linkQuery = z.looseObject({
  expires: linkPart('When the link ends, in seconds since 1970.', 'integer'),
  key: linkPart('Which key signed it.'),
  signature: linkPart('The signature (HMAC-SHA256, base64url).'),
});
