import { z } from 'zod';
import { receivedId } from './received-schemas.ts';
import { count, dateTime, exportJobId } from './schemas.ts';

/** What the API takes and gives about sites that this installation serves to readers. */
const siteId = z
  .string()
  .max(100)
  .meta({ description: 'Identifier of a hosted site.', examples: ['hs_4f0c9a12b7d35e68'] });

const siteName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^\P{Cc}*$/u, 'give a name without control characters')
  .meta({ description: 'What people call it.', examples: ['docs.example.com'] });

const address = z
  .string()
  .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'give an IP address or a host name of this computer')
  .meta({
    description: 'Address of this computer that it listens on; `0.0.0.0` or `::` for all.',
    examples: ['127.0.0.1'],
  });

const port = z
  .int()
  .min(0)
  .max(65_535)
  .meta({ description: 'Port that it listens on.', examples: [8080] });

const keep = z
  .int()
  .min(1)
  .max(1_000)
  .meta({ description: 'How many versions stay, with the one that is served.', examples: [3] });

const hostedVersion = z
  .strictObject({
    versionId: z.string().meta({
      description: 'Names it among the versions of the site.',
      examples: ['2026.3-0b7e35d1c94a'],
    }),
    version: z.string().meta({ description: 'Its label.', examples: ['2026.3'] }),
    digest: z.string().describe('Names its content.'),
    domain: z.string().meta({ description: 'Whose site it is.', examples: ['docs.example.com'] }),
    pageCount: count.meta({ examples: [118] }).describe('Pages that it has.'),
    sizeBytes: count.describe('Of its files.'),
    addedAt: dateTime.describe('When it came.'),
    isActive: z.boolean().describe('Readers get this one while the site is served.'),
  })
  .meta({ id: 'HostedVersion', description: 'A version that is kept.' });

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
        description: 'Where readers find it; null while it is stopped.',
        examples: ['http://127.0.0.1:8080/'],
      }),
    status: z.enum(['stopped', 'starting', 'serving', 'failed']).meta({
      description:
        '`starting`: its first version is being brought here; `failed`: readers are served nothing, and `error` says why.',
      examples: ['serving'],
    }),
    activity: z
      .enum(['idle', 'fetching', 'verifying', 'unpacking', 'checking', 'waiting'])
      .meta({ description: 'What is being done with the requested version.', examples: ['idle'] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the version requested last is not served.', examples: [null] }),
    errorCode: z
      .string()
      .nullable()
      .meta({ description: 'The same for programs.', examples: [null] }),
    versions: z.array(hostedVersion).describe('Those that are kept, the one that came last first.'),
    createdAt: dateTime.describe('When it was added.'),
    updatedAt: dateTime.describe('When it was changed last.'),
  })
  .meta({ id: 'HostedSite', description: 'A site that this installation serves to readers.' });

export const hostedSiteList = z
  .strictObject({ sites: z.array(hostedSite).describe('By name.') })
  .meta({ id: 'HostedSiteList', description: 'Sites that this installation serves to readers.' });

const bundleFields = {
  jobId: exportJobId.optional(),
  receivedId: receivedId.optional(),
  path: z
    .string()
    .min(1)
    .max(4_096)
    .optional()
    .describe(
      "Absolute path of a bundle on the server's computer: an archive, volumes, a folder. Keys reach what lies in `directoryRoots`.",
    ),
};
type BundleFields = Readonly<{
  jobId?: string | undefined;
  receivedId?: string | undefined;
  path?: string | undefined;
}>;
const isOne = ({ jobId, receivedId: id, path }: BundleFields): boolean =>
  [jobId, id, path].filter((each) => each !== undefined).length === 1;
const oneOf = { error: 'give one of jobId, receivedId and path' };

export const hostedBundle = z
  .strictObject(bundleFields)
  .refine(isOne, oneOf)
  .meta({ id: 'HostedBundle', examples: [{ jobId: 'se_4f0c9a12b7d35e68' }] });

export const newHostedSite = z
  .strictObject({
    ...bundleFields,
    name: siteName.optional().describe("Left out: the domain of the bundle, or the file's name."),
    address: address.optional().describe('Left out: `127.0.0.1`, which this computer alone reaches.'),
    port: port.optional().describe('Left out, or 0: one that is free, which it keeps.'),
    keep: keep.optional().describe('Left out: 3.'),
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
    versionId: hostedVersion.shape.versionId
      .optional()
      .describe('Left out: the one that came before the served one.'),
  })
  .meta({ id: 'HostingRollback' });
