import { z } from 'zod';
import { domainName, notADomain } from '../../shared/domain-name.ts';
import { LINK_SECONDS_MAX } from '../bundles/link-lifetime.ts';
import { deploymentTypes } from '../exports/features/feature-policy.ts';
import { featureSwitches } from '../exports/features/feature-switches.ts';
import { renderOfOrigin, repositoryOrigin, suppliedOfOrigin } from '../exports/origin/repository-origin.ts';
import { urlOrigin } from '../exports/origin/url-origin.ts';
import { pagePath } from '../exports/settings/page-path.ts';
import { someExportSettings } from '../exports/settings/settings.ts';
import { serverSettings } from '../settings.ts';
import { jobPhases, jobSorts, jobStatuses, verdicts } from '../store/exports.ts';
import { keyScopes } from '../store/keys.ts';
import { plans } from '../store/organization.ts';
import { ignoringUnknownFields } from './unknown-fields.ts';

/**
 * Schemas of requests and responses. Documented bodies ignore unknown fields (unknown-fields.ts); our own refuse them
 * by name. Documented fields are never removed or retyped.
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
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 characters long and can contain only A-Z a-z 0-9 . _ -')
  .meta({
    description:
      'Version label, as used in `staticExport.version`. Default: the first 12 digits of the content digest.',
    examples: ['2026.3'],
  });

const settingsThatDiffer = someExportSettings.meta({
  id: 'ExportSettings',
  description: 'Export settings. Omitted settings use their defaults.',
  examples: [{ exclude: ['/archive/**'] }],
});
const features = featureSwitches.meta({
  id: 'FeatureSwitches',
  description:
    'Site features to keep even though they need an online service. A switch has an effect only if the deployment type makes the feature configurable. All are off by default.',
  examples: [{}],
});
const deploymentType = z.enum(deploymentTypes).meta({
  description: 'Where the bundle will be read. This determines which online features it keeps.',
  examples: ['air-gapped'],
});

export const startExport = ignoringUnknownFields({
  domain,
  version: versionLabel.optional(),
  paths: z
    .array(pagePath)
    .max(100_000)
    .optional()
    .describe('Export only these pages (URL paths) and what they need.'),
  settings: settingsThatDiffer.optional().describe("Export settings that differ from the project's."),
  fresh: z
    .boolean()
    .optional()
    .describe('Ignore earlier exports and read every page again. The resulting bundle is the same.'),
  resume: z
    .boolean()
    .optional()
    .describe('Continue an unfinished job for the same site with the same settings, if there is one.'),
}).meta({ id: 'StartExport', examples: [{ domain: 'docs.example.com', version: '2026.3' }] });

export const exportJob = z
  .strictObject({
    jobId: exportJobId.regex(/^se_[0-9a-f]{16}$/).describe('Identifier of the job.'),
    status: z.enum(jobStatuses).meta({
      description:
        'Poll until the status is `completed` (packed and verified) or `failed`. A paused or interrupted job is `queued`.',
      examples: ['completed'],
    }),
    progress: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Progress as a percentage. Never decreases.', examples: [100] }),
    pageCount: count.meta({ description: 'Pages exported so far.', examples: [118] }),
    createdAt: dateTime.describe('When the job was created.'),
    updatedAt: dateTime.describe('When the job last changed.'),
    error: z.string().optional().describe('Why the job failed and what to do. Only present if it failed.'),
    errorCode: z
      .string()
      .optional()
      .describe(
        'A code for the kind of failure, such as `pages-missing`, `verification-failed` or `canceled`. Only present if the job failed.',
      ),
    projectId,
    domain: z.string().meta({ description: 'The domain of the site.', examples: ['docs.example.com'] }),
    version: z
      .string()
      .nullable()
      .meta({
        description: 'The version label. If it is derived from the content, it is null until known.',
        examples: ['2026.3'],
      }),
    phase: z.enum(jobPhases).meta({
      description: 'The current phase: reading pages, packing, verifying, or done.',
      examples: ['done'],
    }),
    paused: z.boolean().describe('Whether the job is paused until someone resumes it.'),
    pauseReason: z.string().optional().describe('Why the job is waiting, if nobody paused it.'),
    missingCount: count.describe(
      'Number of pages and files missing from the bundle (see the `allowMissing` setting).',
    ),
    verdict: z
      .enum(verdicts)
      .nullable()
      .meta({
        description: 'The result of verification; null until the bundle is verified.',
        examples: ['passed'],
      }),
    startedAt: dateTime.nullable().describe('When the job first ran.'),
    finishedAt: dateTime.nullable().describe('When the job ended.'),
    retryOf: z
      .string()
      .nullable()
      .meta({ description: 'The failed job that this one retries.', examples: [null] }),
    bundleBytes: count
      .nullable()
      .meta({ description: 'Size of the archive; null until there is one.', examples: [391_204] }),
    pagesKnown: count.optional().describe('Pages found so far. Only present while the job runs.'),
    remainingSeconds: z
      .number()
      .min(0)
      .optional()
      .describe(
        'Upper estimate of the seconds left. Only present while the job runs and an estimate is possible.',
      ),
    remainingLeastSeconds: z
      .number()
      .min(0)
      .optional()
      .describe('Lower estimate of the seconds left. Only present until the estimate is steady.'),
    trying: z
      .boolean()
      .optional()
      .describe('True while sample pages are being checked in a browser to decide how to read the site.'),
  })
  .meta({ id: 'ExportJob', description: "One export of a project's site." });

/** Example of a queued job. */
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
  domain: domain.optional().describe('Only jobs for this domain.'),
  projectId: projectId.optional().describe('Only jobs in this project.'),
  search: search.optional(),
});

export const jobCounts = z
  .strictObject({
    queued: count.meta({ description: 'Waiting jobs.', examples: [1] }),
    running: count.meta({ description: 'Running jobs.', examples: [2] }),
    completed: count.meta({ description: 'Completed jobs.', examples: [40] }),
    failed: count.meta({ description: 'Failed and canceled jobs.', examples: [3] }),
  })
  .meta({ id: 'JobCounts', description: 'Number of jobs by status.' });

export const preview = z
  .strictObject({
    title: z
      .string()
      .nullable()
      .meta({
        description:
          "What the site is called, by the title of a folder's start page; null if it has none, and for live sites.",
        examples: ['Acme Docs'],
      }),
    pages: count.meta({
      description:
        'Number of pages that would be exported; for a live site, number of pages that the export would start from.',
      examples: [118],
    }),
    secretFiles: z.array(z.string()).meta({
      description:
        'Files in a folder that look like private keys or passwords. An export fails with the code `secret-files` unless they are left out with `exclude` or included with `includeSecrets`.',
      examples: [['/deploy.key']],
    }),
    otherFiles: count.nullable().meta({
      description:
        'Number of other files that would be exported. Like the sizes, it is null for live and docs.json sites, where it is not known before the export.',
      examples: [64],
    }),
    sizeBytes: count.nullable().meta({
      description: 'Total size of the pages and other files.',
      examples: [2_811_904],
    }),
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
          at: dateTime.describe('When the sample was taken.'),
          phase: z.enum(jobPhases).describe("The job's phase."),
          progress: z.number().describe('Progress as a percentage.'),
          pageCount: count.describe('Pages exported so far.'),
        }),
      )
      .meta({
        description:
          'Samples taken at regular intervals, oldest first. There are none from before the server started.',
        examples: [[]],
      }),
  })
  .meta({ id: 'Throughput', description: "A job's progress over time." });

export const diagnostics = z
  .strictObject({
    version: z.string().meta({ description: 'The Offprint version.', examples: ['1.0.0'] }),
    node: z.string().meta({ description: 'The Node.js version.', examples: ['24.21.0'] }),
    sqlite: z.string().meta({ description: 'The SQLite version.', examples: ['3.50.4'] }),
    platform: z.string().meta({
      description: 'Operating system and processor architecture.',
      examples: ['linux x64'],
    }),
    startedAt: dateTime.describe('When the server was started.'),
    address: z
      .string()
      .nullable()
      .meta({
        description: 'Where scripts can reach the API; null if the server does not listen on TCP.',
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
    totalBytes: count.meta({
      description: 'Size of the disk that holds the data folder.',
      examples: [107_374_182_400],
    }),
    noSandbox: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the browser used for rendering and verification runs without a sandbox; null if it has one.',
        examples: [null],
      }),
    exampleSite: z
      .string()
      .nullable()
      .meta({
        description: 'Folder with the included example site; null if there is none.',
        examples: [null],
      }),
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
    durationMs: count.meta({ description: 'How long the check took, in milliseconds.', examples: [812] }),
  })
  .meta({ id: 'DiagnosticResult', description: 'The result of a check.' });

export const jobQuery = z.strictObject({
  cursor: cursor.optional(),
  limit,
  status: z.enum(jobStatuses).optional().describe('Only jobs with this status.'),
  domain: domain.optional().describe('Only jobs for this domain.'),
  projectId: projectId.optional().describe('Only jobs in this project.'),
  search: search.optional(),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .describe('Number of jobs to skip, for random access to the list. Cannot be combined with `cursor`.'),
  sort: z.enum(jobSorts).default('-createdAt').describe('Sort order. A leading `-` means descending.'),
});

export const jobList = z
  .strictObject({ jobs: z.array(exportJob).describe('Jobs in the requested order.'), nextCursor })
  .meta({ id: 'ExportJobList', description: 'One page of export jobs.' });

export const bundleRequest = ignoringUnknownFields({
  format: z
    .enum(['zip', 'tar.gz'])
    .optional()
    .describe('Archive format. Default: the `apiBundleFormat` setting. A delta is always a `zip`.'),
  forPeople: z
    .boolean()
    .optional()
    .describe(
      'If true and the `archiveFolder` setting is on, the archive unpacks into a single folder. By default, files are at the root of the archive. A delta never has such a folder.',
    ),
  base: exportJobId
    .optional()
    .describe(
      "An earlier completed job in the same project. If set, the link leads to the delta from that job's bundle to this job's bundle.",
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
      "S3 target for a presigned link. The archive is uploaded first if it is not there yet. Null for a link to this server. Default: the project's setting.",
    ),
}).meta({ id: 'BundleRequest', examples: [{ expiresInSeconds: 86_400 }] });

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
      .meta({ description: 'Version label, as used in `staticExport.version`.', examples: ['2026.3'] }),
    format: z.enum(['zip', 'tar.gz']).meta({ description: 'Archive format.', examples: ['tar.gz'] }),
    base: z
      .string()
      .nullable()
      .meta({
        description: 'The job whose bundle the delta applies to; null for a whole bundle.',
        examples: [null],
      }),
  })
  .meta({ id: 'Bundle', description: 'A link to an archive, with its details.' });

export const shownSite = z
  .strictObject({
    jobId: exportJobId,
    siteUrl: z.url().meta({
      description: 'Address of the site. It works only in browsers on the computer that runs the server.',
      examples: ['http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/'],
    }),
  })
  .meta({ id: 'ShownSite', description: 'The address of an exported site.' });

export const removal = z
  .strictObject({
    jobId: exportJobId,
    bundles: count.meta({ description: "Number of the job's archives, including deltas.", examples: [1] }),
    bundleBytes: count.meta({
      description: 'Size on disk of the archives counted in `bundles`.',
      examples: [391_204],
    }),
    objects: count.meta({
      description: 'Number of stored content items that no other job uses.',
      examples: [12],
    }),
    objectBytes: count.meta({
      description: 'Size on disk of the content items counted in `objects`.',
      examples: [80_412],
    }),
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
    .describe(
      'Only entries of this kind. Default: everything except assets. Entries that could not be read are `unknown`.',
    ),
  status: z
    .enum(['queued', 'done', 'failed', 'skipped'])
    .optional()
    .describe('Only entries with this status.'),
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
            .meta({ description: 'Status of the entry.', examples: ['done'] }),
          reason: z
            .string()
            .nullable()
            .meta({ description: 'Why the entry failed or was skipped.', examples: [null] }),
          title: z
            .string()
            .nullable()
            .meta({ description: 'Page title.', examples: ['Start'] }),
          path: z
            .string()
            .nullable()
            .meta({ description: 'Path of the file in the bundle.', examples: ['guide/start.html'] }),
          httpStatus: z
            .int()
            .nullable()
            .meta({ description: 'HTTP status returned by the origin.', examples: [200] }),
          contentType: z
            .string()
            .nullable()
            .meta({ description: 'Media type returned by the origin.', examples: ['text/html'] }),
          sizeBytes: count
            .nullable()
            .meta({ description: 'Size in bytes, as served by the origin.', examples: [18_204] }),
          durationMs: z
            .number()
            .nullable()
            .meta({ description: 'Origin response time, in milliseconds.', examples: [12.4] }),
          referrer: z
            .string()
            .nullable()
            .meta({
              description: 'Where the first reference to the entry was found.',
              examples: ['/index.html'],
            }),
          way: z
            .enum(['fetched', 'rendered'])
            .nullable()
            .meta({
              description: 'How the page was read: as sent by the origin, or as rendered by a browser.',
              examples: ['fetched'],
            }),
          wayReason: z
            .string()
            .nullable()
            .meta({
              description: 'Why the page was read that way, and what may be wrong with the result.',
              examples: ['The page has no scripts.'],
            }),
        }),
      )
      .describe('Sorted by URL.'),
    total: count.meta({ description: 'Total number of matching entries.', examples: [118] }),
    nextCursor,
  })
  .meta({ id: 'PageList', description: "One page of results from a job's list of pages and files." });

const told = (description: string) => z.string().describe(description);
const counted = (description: string) => count.describe(description);
export const report = z
  .looseObject({
    format: z.literal('offprint-report').describe('Document type.'),
    formatVersion: z.literal(1).describe('Report format version. Adding fields does not change it.'),
    job: z
      .looseObject({
        jobId: exportJobId,
        domain: told('The exported domain.'),
        status: told('How the job ended.'),
      })
      .meta({
        description: 'The job, including its settings.',
        examples: [{ jobId: 'se_4f0c9a12b7d35e68', domain: 'docs.example.com', status: 'completed' }],
      }),
    bundle: z
      .looseObject({
        format: told('Archive format.'),
        sizeBytes: counted('Size of the archive.'),
        sha256: sha256.describe('Digest of the archive.'),
        digest: told('Digest of the content, identical on every machine.'),
        files: counted('Number of files.'),
      })
      .nullable()
      .meta({ description: 'The packed bundle. Null if nothing was packed.', examples: [null] }),
    counts: z
      .looseObject({
        pages: counted('Pages in the bundle.'),
        assets: counted('Other files from the site.'),
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
          url: told('URL of the missing page or file.'),
          reason: told('Why.'),
          referrer: z.string().nullable().describe('Where the first reference to the URL was found.'),
        }),
      )
      .meta({ description: 'What the site lists or needs but the bundle does not contain.', examples: [[]] }),
    skipped: z
      .array(z.looseObject({ url: told('URL of the skipped page or file.'), reason: told('Why.') }))
      .meta({ description: 'What was skipped on purpose.', examples: [[]] }),
    layouts: z
      .array(
        z.looseObject({
          way: told(
            '`fetched`: the pages were read as sent by the origin. `rendered`: as rendered by a browser.',
          ),
          reason: told('Why.'),
          pages: counted('Number of pages with this layout.'),
          example: told('A page with this layout.'),
        }),
      )
      .meta({ description: 'How the pages with each layout were read.', examples: [[]] }),
    check: z
      .looseObject({})
      .nullable()
      .meta({
        description: 'Verification results. Null if the job did not get that far.',
        examples: [null],
      }),
  })
  .meta({
    id: 'Report',
    description:
      'What an export did and found. Further fields list broken links on the site, references to other hosts, and features that were removed or kept.',
  });

export const queueState = z
  .strictObject({
    paused: z.boolean().describe('Whether the queue is paused. A paused queue starts no jobs.'),
    concurrency: z.int().meta({
      description: 'Maximum number of jobs that can run at once (setting `exportConcurrency`).',
      examples: [2],
    }),
    running: z
      .array(z.string())
      .meta({ description: 'IDs of the running jobs.', examples: [['se_4f0c9a12b7d35e68']] }),
    queued: count.meta({ description: 'Number of waiting jobs.', examples: [3] }),
  })
  .meta({ id: 'Queue', description: 'The running and waiting jobs.' });

const origin = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('directory').describe('A folder that contains the built site.'),
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
  .meta({ id: 'Origin', description: "Where a site's pages are read from." });

const credentialName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be 1 to 100 characters long and can contain only A-Z a-z 0-9 . _ -')
  .meta({ description: 'The name that projects use for the credential.', examples: ['docs-password'] });
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
      'Values for the credentials that the origin uses, for this request only. They override stored values.',
    examples: [{}],
  });

export const previewRequest = z
  .strictObject({
    domain: domain.optional(),
    origin: origin.optional().describe('An origin that has no project yet. Use it instead of a domain.'),
    paths: z.array(pagePath).max(100_000).optional().describe('Preview only these pages and what they need.'),
    settings: settingsThatDiffer.optional().describe("Export settings that differ from the project's."),
    credentials: givenCredentials,
  })
  .refine(
    ({ domain, origin }) => (domain === undefined) !== (origin === undefined),
    'it must have either a domain or an origin',
  )
  .meta({ id: 'PreviewRequest', examples: [{ domain: 'docs.example.com' }] });

export const originTestRequest = z
  .strictObject({ origin: urlOrigin.describe('The site to test.'), credentials: givenCredentials })
  .meta({
    id: 'OriginTestRequest',
    examples: [{ origin: { kind: 'url', url: 'https://docs.example.com/' } }],
  });

export const originTest = z
  .strictObject({
    outcome: z.enum(['page', 'login', 'tls', 'unreachable', 'unreadable']).meta({
      description:
        '`page`: the site can be exported. `login`: it requires a login. `tls`: there is a problem with its certificate or with TLS. `unreachable`: it does not respond. `unreadable`: its response is not a page.',
      examples: ['page'],
    }),
    problem: z
      .string()
      .nullable()
      .meta({
        description: 'What went wrong and what to do about it; null if a page was returned.',
        examples: [null],
      }),
    url: z
      .string()
      .nullable()
      .meta({
        description: 'The address of the page, after redirects.',
        examples: ['https://docs.example.com/'],
      }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last response.', examples: [200] }),
    title: z
      .string()
      .nullable()
      .meta({
        description: 'What the site is called, by the title of the page.',
        examples: ['Documentation'],
      }),
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
          'What robots.txt says about the page. `none`: there is no robots.txt. `forbids`: it disallows the page or could not be read. `ignored`: it was not read.',
        examples: ['allows'],
      }),
    durationMs: count.describe('How long the test took, in milliseconds.'),
  })
  .meta({ id: 'OriginTest', description: 'The result of testing a live site.' });

const linkTarget = targetId.nullable();

export const project = z
  .strictObject({
    projectId,
    name: z.string().meta({ description: 'Display name.', examples: ['Documentation'] }),
    domains: z.array(z.string()).meta({
      description: "The site's host names. Bundles use the first one.",
      examples: [['docs.example.com']],
    }),
    origin: origin.describe("Where the site's pages are read from."),
    deploymentType,
    features: features.describe('Which online features are kept.'),
    settings: settingsThatDiffer.describe('Export settings that differ from their defaults.'),
    publishTo: z
      .array(targetId)
      .describe('Targets that every completed export is published to. Removed targets remain in the list.'),
    linkTarget: linkTarget.describe(
      'The S3 target that `bundleUrl` links point to; null if they point to this server. Remains set after the target is removed.',
    ),
    docsJson: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Whether the site is built from a docs.json or mint.json. Null for a branch that has not been exported yet.',
        examples: [false],
      }),
    createdAt: dateTime.describe('When the project was created.'),
    updatedAt: dateTime.describe('When the project was last changed.'),
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
    description: "The site's host names. Bundles use the first one.",
    examples: [['docs.example.com']],
  });

export const newProject = z
  .strictObject({
    name: projectName
      .optional()
      .describe("Display name. Default: the site's title, once an export has read it."),
    domains,
    origin: origin.describe("Where the site's pages are read from."),
    deploymentType: deploymentType.default('air-gapped'),
    features: features.default({}).describe('Which online features are kept.'),
    settings: settingsThatDiffer.default({}).describe('Export settings that differ from their defaults.'),
    publishTo: publishTo.default([]).describe('Targets that every completed export is published to.'),
    linkTarget: linkTarget
      .default(null)
      .describe('The S3 target that `bundleUrl` links point to; null if they point to this server.'),
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
    domains: domains.optional().describe('Replaces the host names. Requires the admin scope.'),
    origin: origin.optional().describe('Where the pages are read from. Requires the admin scope.'),
    deploymentType: deploymentType.optional(),
    features: features.optional().describe("Replaces the project's feature switches."),
    settings: settingsThatDiffer.optional().describe("Replaces the project's settings."),
    publishTo: publishTo
      .optional()
      .describe('Replaces the targets that every completed export is published to.'),
    linkTarget: linkTarget
      .optional()
      .describe('The S3 target that `bundleUrl` links point to; null if they point to this server.'),
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
  .meta({ description: 'What the key is for.', examples: ['ci'] });

export const adminKey = z
  .strictObject({
    keyId,
    name: z.string().meta({ description: 'What the key is for.', examples: ['ci'] }),
    scopes: z.array(z.enum(keyScopes)).meta({
      description: 'What the key can be used for: `write` includes `read`, and `admin` includes both.',
      examples: [['write']],
    }),
    createdAt: dateTime.describe('When the key was created.'),
    lastUsedAt: dateTime
      .nullable()
      .meta({ description: 'When the key was last used, to the minute; null if never.', examples: [null] }),
    expiresAt: dateTime
      .nullable()
      .meta({ description: 'When the key expires; null if never.', examples: [null] }),
    revokedAt: dateTime
      .nullable()
      .meta({ description: 'When the key was revoked; null if it was not.', examples: [null] }),
  })
  .meta({ id: 'AdminKey', description: 'Details of an API key, without the key itself.' });

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
      .describe('`write` includes `read`, and `admin` includes both.'),
    expiresAt: dateTime
      .refine((text) => Date.parse(text) > Date.now(), 'must be a time in the future')
      .nullable()
      .default(null)
      .describe('When the key expires; null if never.'),
  })
  .meta({ id: 'NewAdminKey', examples: [{ name: 'ci', scopes: ['write'] }] });

export const createdAdminKey = z
  .strictObject({
    ...adminKey.shape,
    key: z.string().meta({
      description: 'The key itself. It is returned only in this response.',
      examples: ['offp_…'],
    }),
  })
  .meta({ id: 'CreatedAdminKey', description: 'A new API key, including the key itself.' });

export const organization = z
  .strictObject({
    name: z.string().meta({ description: 'Display name.', examples: ['Example'] }),
    plan: z.enum(plans).meta({
      description: 'Static export requires the `enterprise` plan; reading data does not.',
      examples: ['enterprise'],
    }),
    createdAt: dateTime.describe('When the organization was created.'),
  })
  .meta({ id: 'Organization', description: 'The organization that this installation belongs to.' });

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
          createdAt: dateTime.describe('When the key was created.'),
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
      .describe('Where the master key, which encrypts all other secrets, is stored.'),
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
  .meta({ id: 'SecretsRotated', description: 'The result of re-encrypting secrets with a new master key.' });

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
  description: 'Interface preferences. Those that were never set are omitted.',
});

export const preferencesChange = z
  .strictObject(preferenceFields)
  .partial()
  .meta({ id: 'PreferencesChange', description: 'The preferences to change.' });

export const loginLink = z
  .strictObject({
    url: z.url().meta({
      description: 'Opens the interface. Works only once.',
      examples: ['http://127.0.0.1:4750/login/0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS'],
    }),
    expiresAt: dateTime.describe('When the link expires if it is not used.'),
  })
  .meta({ id: 'LoginLink', description: 'A login link for a browser.' });

export const health = z
  .strictObject({
    status: z.literal('ok').describe('The server is responding.'),
    version: z.string().meta({ description: 'The Offprint version.', examples: ['1.0.0'] }),
  })
  .meta({ id: 'Health', description: "The server's public status." });

export const jobParams = z.strictObject({ jobId: exportJobId });
export const projectParams = z.strictObject({ projectId });
export const keyParams = z.strictObject({ keyId });
export const linkKeyParams = z.strictObject({ linkKeyId });
export const linkParams = z.strictObject({
  jobId: exportJobId,
  file: z
    .string()
    .meta({ description: 'File name of the archive.', examples: ['docs.example.com-2026.3.tar.gz'] }),
});

/** Any value is accepted here: signed-link.ts checks links and reports faults as 403. */
const linkPart = (description: string, type = 'string') => z.unknown().optional().meta({ description, type });
export const linkQuery = z.looseObject({
  expires: linkPart('When the link expires, as a Unix time in seconds.', 'integer'),
  key: linkPart('ID of the key that signed the link.'),
  signature: linkPart("The link's signature (HMAC-SHA256, base64url)."),
});
