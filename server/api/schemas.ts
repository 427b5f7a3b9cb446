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
  .strictObject({ error: z.string().describe('What is wrong and what to do.') })
  .meta({
    id: 'Error',
    description: 'The body of every error.',
    examples: [
      {
        error: 'No project has the domain docs.example.com. Create a project for it, or check the domain.',
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
    description: 'The host name of a project, without protocol, port or path.',
    examples: ['docs.example.com'],
  });

export const versionLabel = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 of the characters A-Z a-z 0-9 . _ -')
  .meta({
    description:
      'Version label, as used in `staticExport.version`. Default: the first 12 digits of the content digest.',
    examples: ['2026.3'],
  });

const settingsThatDiffer = someExportSettings.meta({
  id: 'ExportSettings',
  description: 'Export settings. Omitted settings have their defaults.',
  examples: [{ exclude: ['/archive/**'] }],
});
const features = featureSwitches.meta({
  id: 'FeatureSwitches',
  description:
    'Features of the site to keep although they need an online service. A switch only has an effect if the deployment type makes the feature configurable. All are off by default.',
  examples: [{}],
});
const deploymentType = z.enum(deploymentTypes).meta({
  description: 'Where the bundle will be read. Decides which online features it keeps.',
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
    fresh: z
      .boolean()
      .optional()
      .describe('Ignore earlier exports and read every page again. The resulting bundle is the same.'),
    resume: z
      .boolean()
      .optional()
      .describe('Continue an unfinished job for the site that has the same settings, if there is one.'),
  })
  .meta({ id: 'StartExport', examples: [{ domain: 'docs.example.com', version: '2026.3' }] });

export const exportJob = z
  .strictObject({
    jobId: exportJobId.regex(/^se_[0-9a-f]{16}$/).describe('Identifier of the job.'),
    status: z.enum(jobStatuses).meta({
      description:
        'Poll until it is `completed` (packed and verified) or `failed`. A paused or interrupted job is `queued`.',
      examples: ['completed'],
    }),
    progress: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Percent. Never decreases.', examples: [100] }),
    pageCount: count.meta({ description: 'Pages exported so far.', examples: [118] }),
    createdAt: dateTime.describe('When the job was created.'),
    updatedAt: dateTime.describe('When it last changed.'),
    error: z.string().optional().describe('Why it failed and what to do; only when failed.'),
    errorCode: z
      .string()
      .optional()
      .describe(
        'The kind of failure, as a code: `pages-missing`, `verification-failed`, `canceled`, …; only when failed.',
      ),
    projectId,
    domain: z.string().meta({ description: 'The domain of the site.', examples: ['docs.example.com'] }),
    version: z
      .string()
      .nullable()
      .meta({
        description: 'The version label. Null until it is known, if it is derived from the content.',
        examples: ['2026.3'],
      }),
    phase: z.enum(jobPhases).meta({
      description: 'The current phase: reading pages, packing, verifying, or done.',
      examples: ['done'],
    }),
    paused: z.boolean().describe('Whether the job is paused until someone resumes it.'),
    pauseReason: z.string().optional().describe('Why the job is waiting, if nobody paused it.'),
    missingCount: count.describe('Pages and files missing from the bundle (setting allowMissing).'),
    verdict: z
      .enum(verdicts)
      .nullable()
      .meta({ description: 'What verification found; null until then.', examples: ['passed'] }),
    startedAt: dateTime.nullable().describe('When it first ran.'),
    finishedAt: dateTime.nullable().describe('When it ended.'),
    retryOf: z
      .string()
      .nullable()
      .meta({ description: 'The failed job that this one retries.', examples: [null] }),
    bundleBytes: count
      .nullable()
      .meta({ description: 'Size of the archive; null until there is one.', examples: [391_204] }),
    pagesKnown: count.optional().describe('Pages known so far, while it runs.'),
    remainingSeconds: z
      .number()
      .min(0)
      .optional()
      .describe('Upper estimate of the seconds left. Only while the job runs and an estimate is possible.'),
    remainingLeastSeconds: z
      .number()
      .min(0)
      .optional()
      .describe('Lower estimate of the seconds left. Only until the estimate is steady.'),
    trying: z
      .boolean()
      .optional()
      .describe('True while sample pages are checked in a browser to decide how to read them.'),
  })
  .meta({ id: 'ExportJob', description: "One export of a project's site." });

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

export const cursor = z.string().max(1000).describe('`nextCursor` of the previous page.');
export const limit = z.coerce.number().int().min(1).max(500).default(50).describe('Entries per page.');
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Cursor for the next page; null on the last page.', examples: [null] });

const search = z
  .string()
  .trim()
  .max(200)
  .describe('Only jobs with this text in their domain, version or ID.');

export const countQuery = z.strictObject({
  domain: domain.optional().describe('Only jobs of this domain.'),
  projectId: projectId.optional().describe('Only jobs of this project.'),
  search: search.optional(),
});

export const jobCounts = z
  .strictObject({
    queued: count.meta({ description: 'Waiting jobs.', examples: [1] }),
    running: count.meta({ description: 'Running jobs.', examples: [2] }),
    completed: count.meta({ description: 'Completed jobs.', examples: [40] }),
    failed: count.meta({ description: 'Failed and canceled jobs.', examples: [3] }),
  })
  .meta({ id: 'JobCounts', description: 'How many jobs have each status.' });

export const preview = z
  .strictObject({
    title: z
      .string()
      .nullable()
      .meta({
        description: "Title of a folder's start page; null if it has none, and for live sites.",
        examples: ['Acme Docs'],
      }),
    pages: count.meta({
      description: 'Pages that would be exported; for a live site, the pages it would start from.',
      examples: [118],
    }),
    secretFiles: z.array(z.string()).meta({
      description:
        'Files of a folder that look like private keys or passwords. An export fails with the code `secret-files` unless `exclude` leaves them out or `includeSecrets` includes them.',
      examples: [['/deploy.key']],
    }),
    otherFiles: count.nullable().meta({
      description:
        'Other files that would be exported. Null for a live site, as are the sizes: only the export finds them.',
      examples: [64],
    }),
    sizeBytes: count.nullable().meta({ description: 'Their total size.', examples: [2_811_904] }),
    estimatedBundleBytes: count.nullable().meta({
      description: 'Approximate size of the archive.',
      examples: [702_976],
    }),
    firstPages: z
      .array(z.string())
      .meta({ description: 'The first pages, up to 500.', examples: [['/index.html']] }),
    outOfScope: z
      .array(
        z.strictObject({
          reason: z.string().meta({ description: 'Why.', examples: ['excluded'] }),
          count: count.describe('Number of addresses.'),
          urls: z.array(z.string()).describe('The first addresses, up to 20.'),
        }),
      )
      .meta({ description: 'What would be skipped.', examples: [[]] }),
  })
  .meta({ id: 'Preview', description: 'What an export would contain.' });

export const throughput = z
  .strictObject({
    samples: z
      .array(
        z.strictObject({
          at: dateTime.describe('When it was taken.'),
          phase: z.enum(jobPhases).describe('The phase of the job.'),
          progress: z.number().describe('Percent.'),
          pageCount: count.describe('Pages exported so far.'),
        }),
      )
      .meta({
        description: 'Oldest first, at even intervals; none from before the server started.',
        examples: [[]],
      }),
  })
  .meta({ id: 'Throughput', description: 'The progress of a job over time.' });

export const diagnostics = z
  .strictObject({
    version: z.string().meta({ description: 'The Offprint version.', examples: ['1.0.0'] }),
    node: z.string().meta({ description: 'The Node.js version.', examples: ['24.21.0'] }),
    sqlite: z.string().meta({ description: 'The SQLite version.', examples: ['3.50.4'] }),
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
      .meta({ description: 'The data folder.', examples: ['/home/u/.local/share/offprint'] }),
    databaseBytes: count.meta({ description: 'Size of the database.', examples: [1_048_576] }),
    freeBytes: count.meta({
      description: 'Free space on the disk that holds the data folder.',
      examples: [53_687_091_200],
    }),
    totalBytes: count.meta({ description: 'Size of that disk.', examples: [107_374_182_400] }),
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
      .meta({ description: 'Folder with the included example; null if there is none.', examples: [null] }),
    log: z
      .array(
        z.strictObject({
          at: dateTime.describe('When the line was logged.'),
          line: z.string().describe('Text of the line.'),
        }),
      )
      .meta({ description: 'The last lines of the log.', examples: [[]] }),
  })
  .meta({ id: 'Diagnostics', description: 'Information for troubleshooting.' });

export const diagnosticCheck = z
  .strictObject({
    check: z.enum(['browser', 'database']).describe('What to check.'),
  })
  .meta({ id: 'DiagnosticCheck', examples: [{ check: 'browser' }] });

export const diagnosticResult = z
  .strictObject({
    check: z.enum(['browser', 'database']).describe('What was checked.'),
    ok: z.boolean().describe('Whether the check passed.'),
    detail: z
      .string()
      .meta({ description: 'What was found and what to do about it.', examples: ['Chrome/153.0.0.0'] }),
    durationMs: count.meta({ description: 'How long it took.', examples: [812] }),
  })
  .meta({ id: 'DiagnosticResult', description: 'The result of a check.' });

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
    .describe('Number of jobs to skip, for lists with random access. Not with `cursor`.'),
  sort: z.enum(jobSorts).default('-createdAt').describe('Sort order; `-` for descending.'),
});

export const jobList = z
  .strictObject({ jobs: z.array(exportJob).describe('In the requested order.'), nextCursor })
  .meta({ id: 'ExportJobList', description: 'A page of the list of jobs.' });

export const bundleRequest = z
  .object({
    format: z
      .enum(['zip', 'tar.gz'])
      .optional()
      .describe('Archive format. Default: the `apiBundleFormat` setting. A delta is always a `zip`.'),
    forPeople: z
      .boolean()
      .optional()
      .describe(
        'True for an archive that unpacks into one folder, if the `archiveFolder` setting is on. By default, its files are at its root. A delta has no folder.',
      ),
    base: exportJobId
      .optional()
      .describe(
        'An earlier completed job of the same project: returns the delta from its bundle to this one.',
      ),
    expiresInSeconds: z
      .int()
      .min(1)
      .max(LINK_SECONDS_MAX)
      .optional()
      .describe('Lifetime of the link. Default: the `linkLifetimeSeconds` setting.'),
    linkTarget: targetId
      .nullable()
      .optional()
      .describe(
        'S3 target for a presigned link. The archive is uploaded first, if it is not there yet. Null for a link to this server. Default: as set in the project.',
      ),
  })
  .meta({ id: 'BundleRequest', examples: [{ expiresInSeconds: 86_400 }] });

export const bundle = z
  .strictObject({
    jobId: exportJobId,
    bundleUrl: z.url().meta({
      description: 'Absolute URL. Works without the Authorization header until it expires. Use it unchanged.',
      examples: [
        'http://127.0.0.1:4750/bundles/se_4f0c9a12b7d35e68/docs.example.com-2026.3.tar.gz?expires=1772447400&key=mm8x2k1c-5d2e7a90&signature=3q2-7wAAvE0Yd5m1mR4o0nH2x5sKcQb8uVtJ6fLhZpI',
      ],
    }),
    sizeBytes: count.meta({ description: 'Size of the archive.', examples: [391_204] }),
    expiresAt: z.iso.datetime().meta({
      description: 'When the link expires.',
      examples: ['2026-03-02T10:30:00.000Z'],
    }),
    sha256: sha256.describe('Digest of the archive.'),
    version: z
      .string()
      .meta({ description: 'Version label, for `staticExport.version`.', examples: ['2026.3'] }),
    format: z.enum(['zip', 'tar.gz']).meta({ description: 'Archive format.', examples: ['tar.gz'] }),
    base: z
      .string()
      .nullable()
      .meta({
        description: 'The job that the delta applies to; null for a whole bundle.',
        examples: [null],
      }),
  })
  .meta({ id: 'Bundle', description: 'A link to an archive, with its details.' });

export const shownSite = z
  .strictObject({
    jobId: exportJobId,
    siteUrl: z.url().meta({
      description: 'Where browsers on this computer can open the site.',
      examples: ['http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/'],
    }),
  })
  .meta({ id: 'ShownSite', description: 'The address of an exported site.' });

export const removal = z
  .strictObject({
    jobId: exportJobId,
    bundles: count.meta({ description: 'Archives of the job, including deltas.', examples: [1] }),
    bundleBytes: count.meta({ description: 'Their size on disk.', examples: [391_204] }),
    objects: count.meta({ description: 'Stored content that no other job uses.', examples: [12] }),
    objectBytes: count.meta({ description: 'Its size on disk.', examples: [80_412] }),
  })
  .meta({ id: 'Removal', description: 'What deleting a job would remove.' });

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const deleteQuery = z.strictObject({
  dryRun: flag.optional().describe('Only show what would be removed.'),
});

export const pageQuery = z.strictObject({
  cursor: cursor.optional(),
  limit,
  kind: z
    .enum(['page', 'asset', 'redirect', 'unknown'])
    .optional()
    .describe('Default: everything except assets. `unknown` for what could not be read.'),
  status: z
    .enum(['queued', 'done', 'failed', 'skipped'])
    .optional()
    .describe('Only entries with this state.'),
  search: z.string().max(200).optional().describe('Only entries with this text in their URL or title.'),
});

export const pageList = z
  .strictObject({
    pages: z
      .array(
        z.strictObject({
          url: z.string().meta({ description: 'Path within the site.', examples: ['/guide/start.html'] }),
          kind: z
            .enum(['page', 'asset', 'redirect', 'unknown'])
            .describe('Kind of entry; `unknown` if it could not be read.'),
          status: z
            .enum(['queued', 'done', 'failed', 'skipped'])
            .meta({ description: 'State of the entry.', examples: ['done'] }),
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
            .meta({ description: 'HTTP status from the origin.', examples: [200] }),
          contentType: z
            .string()
            .nullable()
            .meta({ description: 'Media type from the origin.', examples: ['text/html'] }),
          sizeBytes: count.nullable().meta({ description: 'Size at the origin.', examples: [18_204] }),
          durationMs: z
            .number()
            .nullable()
            .meta({ description: 'Origin response time.', examples: [12.4] }),
          referrer: z
            .string()
            .nullable()
            .meta({ description: 'Where it was first found.', examples: ['/index.html'] }),
          way: z
            .enum(['fetched', 'rendered'])
            .nullable()
            .meta({
              description: 'How a page was read: as the origin sent it, or as rendered by a browser.',
              examples: ['fetched'],
            }),
          wayReason: z
            .string()
            .nullable()
            .meta({
              description: 'Why the page was read that way, and what was noticed.',
              examples: ['It has no scripts.'],
            }),
        }),
      )
      .describe('Sorted by URL.'),
    total: count.meta({ description: 'Number of entries that match, on all pages.', examples: [118] }),
    nextCursor,
  })
  .meta({ id: 'PageList', description: "A page of the list of a job's pages and files." });

const told = (description: string) => z.string().describe(description);
const counted = (description: string) => count.describe(description);
export const report = z
  .looseObject({
    format: z.literal('offprint-report').describe('Kind of document.'),
    formatVersion: z.literal(1).describe('Version of the report format. New fields do not change it.'),
    job: z
      .looseObject({
        jobId: exportJobId,
        domain: told('The exported domain.'),
        status: told('How the job ended.'),
      })
      .meta({
        description: 'The job, with its settings.',
        examples: [{ jobId: 'se_4f0c9a12b7d35e68', domain: 'docs.example.com', status: 'completed' }],
      }),
    bundle: z
      .looseObject({
        format: told('Archive format.'),
        sizeBytes: counted('Size of the archive.'),
        sha256: sha256.describe('Digest of the archive.'),
        digest: told('Digest of the content: the same on every machine.'),
        files: counted('Number of files.'),
      })
      .nullable()
      .meta({ description: 'What was packed. Null if nothing was.', examples: [null] }),
    counts: z
      .looseObject({
        pages: counted('Pages in the bundle.'),
        assets: counted('Other files of the site.'),
        redirects: counted('Redirect pages.'),
        bytes: counted('Bytes read from the origin.'),
        missing: counted('Entries in `missing`.'),
        skipped: counted('Entries in `skipped`.'),
      })
      .meta({
        description: 'Counts.',
        examples: [{ pages: 118, assets: 64, redirects: 2, bytes: 2_811_904, missing: 0, skipped: 0 }],
      }),
    missing: z
      .array(
        z.looseObject({
          url: told('What is missing.'),
          reason: told('Why.'),
          referrer: z.string().nullable().describe('Where it was first found.'),
        }),
      )
      .meta({ description: 'What the site lists or needs but the bundle does not have.', examples: [[]] }),
    skipped: z
      .array(z.looseObject({ url: told('What was skipped.'), reason: told('Why.') }))
      .meta({ description: 'What was skipped on purpose.', examples: [[]] }),
    layouts: z
      .array(
        z.looseObject({
          way: told('`fetched`: as the origin sent them. `rendered`: as rendered by a browser.'),
          reason: told('Why.'),
          pages: counted('Number of pages with this layout.'),
          example: told('An example.'),
        }),
      )
      .meta({ description: 'How the pages of each layout were read.', examples: [[]] }),
    check: z
      .looseObject({})
      .nullable()
      .meta({
        description: 'What verification did and found. Null if the job did not get that far.',
        examples: [null],
      }),
  })
  .meta({
    id: 'Report',
    description:
      'What an export did and found. Other lists contain broken links on the site, references to other hosts, and features that were removed or kept.',
  });

export const queueState = z
  .strictObject({
    paused: z.boolean().describe('Whether the queue is paused, so that no more jobs are started.'),
    concurrency: z.int().meta({
      description: 'Maximum number of jobs running at once (setting `exportConcurrency`).',
      examples: [2],
    }),
    running: z
      .array(z.string())
      .meta({ description: 'IDs of the running jobs.', examples: [['se_4f0c9a12b7d35e68']] }),
    queued: count.meta({ description: 'Waiting jobs.', examples: [3] }),
  })
  .meta({ id: 'Queue', description: 'What is running and what is waiting.' });

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
  .meta({ id: 'Origin', description: 'Where the pages of a site are read from.' });

const credentialName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be 1 to 100 of the characters A-Z a-z 0-9 . _ -')
  .meta({ description: 'The name projects use for it.', examples: ['docs-password'] });
const credentialValue = z
  .string()
  .min(1)
  .max(8192)
  .meta({ description: 'The secret value.', examples: ['correct horse battery staple'] });
const givenCredentials = z
  .record(credentialName, credentialValue)
  .optional()
  .meta({
    description:
      'Values for the credentials named by the origin, for this request only. They override stored ones.',
    examples: [{}],
  });

export const previewRequest = z
  .strictObject({
    domain: domain.optional(),
    origin: origin.optional().describe('Instead of a domain: an origin that has no project yet.'),
    paths: z.array(pagePath).max(100_000).optional().describe('Only these pages and what they need.'),
    settings: settingsThatDiffer.optional().describe("Export settings that differ from the project's."),
    credentials: givenCredentials,
  })
  .refine(
    ({ domain, origin }) => (domain === undefined) !== (origin === undefined),
    'it must have either a domain or an origin',
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
        '`page`: it can be exported. `login`: it asks for a login. `tls`: there is a problem with its certificate or TLS. `unreachable`: it does not respond. `unreadable`: the response is not a page.',
      examples: ['page'],
    }),
    problem: z
      .string()
      .nullable()
      .meta({
        description: 'What went wrong and what to do; null if a page was returned.',
        examples: [null],
      }),
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
      .meta({ description: 'HTTP status of the last response.', examples: [200] }),
    title: z
      .string()
      .nullable()
      .meta({ description: 'Title of the page.', examples: ['Documentation'] }),
    asksPassword: z.boolean().meta({
      description:
        'Whether the page has a password field. If so, it may be a login page instead of the site.',
      examples: [false],
    }),
    robots: z
      .enum(['none', 'allows', 'forbids', 'ignored'])
      .nullable()
      .meta({
        description:
          'What robots.txt says about the page. `none`: there is no robots.txt. `forbids`: it forbids the page or cannot be read. `ignored`: it was not read.',
        examples: ['allows'],
      }),
    durationMs: count.describe('How long it took.'),
  })
  .meta({ id: 'OriginTest', description: 'The result of testing a live site.' });

const linkTarget = targetId.nullable();

export const project = z
  .strictObject({
    projectId,
    name: z.string().meta({ description: 'Display name.', examples: ['Documentation'] }),
    domains: z.array(z.string()).meta({
      description: 'Host names of the site. Bundles use the first one.',
      examples: [['docs.example.com']],
    }),
    origin: origin.describe('Where its pages are read from.'),
    deploymentType,
    features: features.describe('Which online features are kept.'),
    settings: settingsThatDiffer.describe('Export settings that differ from their defaults.'),
    publishTo: z
      .array(targetId)
      .describe('Targets that every completed export is published to. Removed targets stay in the list.'),
    linkTarget: linkTarget.describe(
      'Object storage used for `bundleUrl` links; null for links to this server. Remains set after the target is removed.',
    ),
    docsJson: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Whether the site is made from a docs.json or mint.json. Null for a branch that has not been exported yet.',
        examples: [false],
      }),
    createdAt: dateTime.describe('When it was created.'),
    updatedAt: dateTime.describe('When it last changed.'),
  })
  .meta({ id: 'Project', description: 'A documentation site.' });

const publishTo = z.array(targetId).max(20);

const projectName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ description: 'Display name.', examples: ['Documentation'] });
const domains = z
  .array(domain)
  .min(1)
  .max(100)
  .meta({
    description: 'Host names of the site. Bundles use the first one.',
    examples: [['docs.example.com']],
  });

export const newProject = z
  .strictObject({
    name: projectName
      .optional()
      .describe('Display name. Default: the title of the site, once an export has read it.'),
    domains,
    origin: origin.describe('Where its pages are read from.'),
    deploymentType: deploymentType.default('air-gapped'),
    features: features.default({}).describe('Which online features are kept.'),
    settings: settingsThatDiffer.default({}).describe('Export settings that differ from their defaults.'),
    publishTo: publishTo.default([]).describe('Targets that every completed export is published to.'),
    linkTarget: linkTarget
      .default(null)
      .describe('S3 target used for `bundleUrl` links; null for links to this server.'),
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
    domains: domains.optional().describe('Replaces the host names. Needs the admin scope.'),
    origin: origin.optional().describe('Where the pages are read from. Needs the admin scope.'),
    deploymentType: deploymentType.optional(),
    features: features.optional().describe('Replaces the feature switches of the project.'),
    settings: settingsThatDiffer.optional().describe('Replaces the settings of the project.'),
    publishTo: publishTo
      .optional()
      .describe('Replaces the targets that every completed export is published to.'),
    linkTarget: linkTarget
      .optional()
      .describe('S3 target used for `bundleUrl` links; null for links to this server.'),
  })
  .meta({ id: 'ProjectChange', examples: [{ settings: { exclude: ['/archive/**'] } }] });

export const projectList = z
  .strictObject({ projects: z.array(project).describe('Sorted by name.') })
  .meta({ id: 'ProjectList', description: 'All projects.' });

const keyId = z.string().meta({
  description: 'Identifier of an API key, not the key itself.',
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
      .meta({ description: 'When it was last used, to the minute; null if never.', examples: [null] }),
    expiresAt: dateTime
      .nullable()
      .meta({ description: 'When it stops working; null for never.', examples: [null] }),
    revokedAt: dateTime
      .nullable()
      .meta({ description: 'When it was revoked; null if it was not.', examples: [null] }),
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
      .refine((text) => Date.parse(text) > Date.now(), 'must be a time in the future')
      .nullable()
      .default(null)
      .describe('When it stops working; null for never.'),
  })
  .meta({ id: 'NewAdminKey', examples: [{ name: 'ci', scopes: ['write'] }] });

export const createdAdminKey = z
  .strictObject({
    ...adminKey.shape,
    key: z.string().meta({
      description: 'The key itself. It is shown only here.',
      examples: ['offp_…'],
    }),
  })
  .meta({ id: 'CreatedAdminKey', description: 'A new API key, with the key itself.' });

export const organization = z
  .strictObject({
    name: z.string().meta({ description: 'Display name.', examples: ['Example'] }),
    plan: z.enum(plans).meta({
      description: 'Static export needs `enterprise`; reading does not.',
      examples: ['enterprise'],
    }),
    createdAt: dateTime.describe('When it was created.'),
  })
  .meta({ id: 'Organization', description: 'The organization of this installation.' });

export const organizationChange = z
  .strictObject({
    name: z.string().trim().min(1).max(200).optional().describe('Display name.'),
    plan: z.enum(plans).optional().describe('The plan.'),
  })
  .meta({ id: 'OrganizationChange', examples: [{ plan: 'enterprise' }] });

export const settings = serverSettings.meta({
  id: 'ServerSettings',
  description: 'All server settings, with the values in effect.',
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
    description: '`null` resets a setting to its default.',
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
          createdAt: dateTime.describe('When it was created.'),
          signs: z
            .boolean()
            .meta({ description: 'Whether new links are signed with this key.', examples: [true] }),
        }),
      )
      .describe('Oldest first.'),
  })
  .meta({ id: 'LinkKeyList', description: 'The keys that sign links.' });

export const secretsState = z
  .strictObject({
    provider: z
      .enum(['keychain', 'secret-file', 'passphrase', 'memory'])
      .describe('Where the master key is stored. It encrypts all other secrets.'),
    persistent: z.boolean().describe('False if secrets are lost when the server stops.'),
    detail: z.string().describe('Location of the master key.'),
    problem: z.string().optional().describe('What does not work and what to do about it.'),
    names: z.array(z.string()).describe('Names of the stored secrets. Their values are never returned.'),
  })
  .meta({ id: 'Secrets', description: 'Where secrets are stored.' });

export const newCredential = z
  .strictObject({
    name: credentialName,
    value: credentialValue,
  })
  .meta({ id: 'NewCredential' });

export const credentialParams = z.strictObject({ name: credentialName });

export const secretsRotated = z
  .strictObject({ resealed: count.describe('Number of secrets that were re-encrypted.') })
  .meta({ id: 'SecretsRotated', description: 'What was encrypted with a new master key.' });

const preferenceFields = {
  theme: z.enum(['system', 'light', 'dark']).describe('The color theme.'),
  letterShortcuts: z
    .boolean()
    .describe('Whether single-letter shortcuts are on (WCAG 2.1.4 requires a way to turn them off).'),
  isWelcomed: z.boolean().describe('Whether the first-run guide has been seen.'),
  diffView: z.enum(['unified', 'split']).describe('How changes are shown: unified or side by side.'),
};

export const preferences = z.strictObject(preferenceFields).partial().meta({
  id: 'Preferences',
  description: 'Preferences for the interface. Those that were never set are absent.',
});

export const preferencesChange = z
  .strictObject(preferenceFields)
  .partial()
  .meta({ id: 'PreferencesChange', description: 'The changed preferences.' });

export const loginLink = z
  .strictObject({
    url: z.url().meta({
      description: 'Opens the interface. Works once.',
      examples: ['http://127.0.0.1:4750/login/0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS'],
    }),
    expiresAt: dateTime.describe('When it expires if unused.'),
  })
  .meta({ id: 'LoginLink', description: 'A login link for a browser.' });

export const health = z
  .strictObject({
    status: z.literal('ok').describe('The server responds.'),
    version: z.string().meta({ description: 'The Offprint version.', examples: ['1.0.0'] }),
  })
  .meta({ id: 'Health', description: 'The public status of the server.' });

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
  expires: linkPart('When the link expires, in seconds since 1970.', 'integer'),
  key: linkPart('The key that signed it.'),
  signature: linkPart('The signature (HMAC-SHA256, base64url).'),
});
