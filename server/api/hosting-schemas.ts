import { z } from 'zod';
import { receivedId } from './received-schemas.ts';
import { count, dateTime, exportJobId } from './schemas.ts';

const siteId = z
  .string()
  .max(100)
  .meta({ description: 'Identifier of a hosted site.', examples: ['hs_4f0c9a12b7d35e68'] });

const siteName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
  .meta({ description: 'Display name.', examples: ['docs.example.com'] });

const address = z
  .string()
  .regex(/^[A-Za-z0-9.:-]{1,253}$/, "must be one of this computer's IP addresses or host names")
  .meta({
    description: 'Address on this computer to listen on; `0.0.0.0` or `::` for all addresses.',
    examples: ['127.0.0.1'],
  });

const port = z
  .int()
  .min(0)
  .max(65_535)
  .meta({ description: 'Port to listen on.', examples: [8080] });

const keep = z
  .int()
  .min(1)
  .max(1_000)
  .meta({ description: 'How many versions to keep, including the current one.', examples: [3] });

const hostedVersion = z
  .strictObject({
    versionId: z.string().meta({
      description: 'ID of the version, unique within the site.',
      examples: ['2026.3-0b7e35d1c94a'],
    }),
    version: z.string().meta({ description: 'Version label.', examples: ['2026.3'] }),
    digest: z.string().describe("Digest of the version's content."),
    domain: z.string().meta({ description: "The site's domain.", examples: ['docs.example.com'] }),
    pageCount: count.meta({ examples: [118] }).describe('Number of pages.'),
    sizeBytes: count.describe("Total size of the version's files."),
    addedAt: dateTime.describe('When the version was added.'),
    isActive: z.boolean().describe('Whether readers see this version while the site is running.'),
  })
  .meta({ id: 'HostedVersion', description: 'A stored version of the site.' });

export const hostedSite = z
  .strictObject({
    siteId,
    name: siteName,
    address,
    port,
    keep,
    url: z
      .url()
      .nullable()
      .meta({
        description: 'Address for readers; null while the site is stopped.',
        examples: ['http://127.0.0.1:8080/'],
      }),
    status: z.enum(['stopped', 'starting', 'serving', 'failed']).meta({
      description:
        "`starting`: the site's first version is being prepared. `failed`: nothing is served to readers, and `error` says why.",
      examples: ['serving'],
    }),
    activity: z
      .enum(['idle', 'fetching', 'verifying', 'unpacking', 'checking', 'waiting'])
      .meta({ description: 'What the server is doing with the requested version.', examples: ['idle'] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last requested version is not being served.', examples: [null] }),
    errorCode: z
      .string()
      .nullable()
      .meta({
        description: 'Why the last requested version is not being served, as a code.',
        examples: [null],
      }),
    versions: z.array(hostedVersion).describe('Stored versions, newest first.'),
    createdAt: dateTime.describe('When the site was added.'),
    updatedAt: dateTime.describe('When the site last changed.'),
  })
  .meta({ id: 'HostedSite', description: 'A site served to readers by this installation.' });

export const hostedSiteList = z
  .strictObject({ sites: z.array(hostedSite).describe('Sorted by name.') })
  .meta({ id: 'HostedSiteList', description: 'Sites served to readers by this installation.' });

const bundleFields = {
  jobId: exportJobId.optional(),
  receivedId: receivedId.optional(),
  path: z
    .string()
    .min(1)
    .max(4_096)
    .optional()
    .describe(
      'Absolute path of a bundle on the computer that runs the server: an archive, a set of volumes, or a folder. API keys can only use paths within `directoryRoots`.',
    ),
};
type BundleFields = Readonly<{
  jobId?: string | undefined;
  receivedId?: string | undefined;
  path?: string | undefined;
}>;
const isOne = ({ jobId, receivedId: id, path }: BundleFields): boolean =>
  [jobId, id, path].filter((each) => each !== undefined).length === 1;
const oneOf = { error: 'it must have exactly one of jobId, receivedId and path' };

export const hostedBundle = z
  .strictObject(bundleFields)
  .refine(isOne, oneOf)
  .meta({ id: 'HostedBundle', examples: [{ jobId: 'se_4f0c9a12b7d35e68' }] });

export const newHostedSite = z
  .strictObject({
    ...bundleFields,
    name: siteName
      .optional()
      .describe("Default: the bundle's domain; for `path`, the file name without its extension."),
    address: address.optional().describe('Default: `127.0.0.1`, which only this computer can reach.'),
    port: port.optional().describe('If 0 or omitted, a free port is chosen, and the site keeps it.'),
    keep: keep.optional().describe('Default: 3.'),
  })
  .refine(isOne, oneOf)
  .meta({
    id: 'NewHostedSite',
    examples: [{ jobId: 'se_4f0c9a12b7d35e68', address: '0.0.0.0', port: 8080 }],
  });

export const hostedSiteChange = z
  .strictObject({
    name: siteName.optional(),
    address: address.optional(),
    port: port.optional(),
    keep: keep.optional(),
  })
  .meta({ id: 'HostedSiteChange', examples: [{ port: 8081 }] });

export const hostedSiteParams = z.strictObject({ siteId });

export const hostingRollback = z
  .strictObject({
    versionId: hostedVersion.shape.versionId.optional().describe('Default: the previous version.'),
  })
  .meta({ id: 'HostingRollback' });
