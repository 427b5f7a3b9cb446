import { z } from 'zod';

const path = z.string().min(1).max(4_096);

export const folderSettings = z
  .strictObject({
    kind: z.literal('folder').describe('A folder on the computer that runs the server.'),
    path: path.describe('Absolute path of an existing folder on the computer that runs the server.'),
  })
  .meta({ id: 'FolderTarget', description: 'A local or mounted folder.' });

export const driveSettings = z
  .strictObject({
    kind: z.literal('drive').describe('A removable drive.'),
    label: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Label of the drive, used to find it wherever it is mounted. Set either this or `path`.'),
    path: path.optional().describe('Path where the drive is mounted. Set either this or `label`.'),
    folder: z
      .string()
      .max(1_000)
      .regex(
        /^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\\p{Cc}]*$/u,
        'must be a folder on the drive, without .. or \\',
      )
      .optional()
      .describe('Folder on the drive. Default: offprint.'),
  })
  .refine(({ label, path }) => (label === undefined) !== (path === undefined), {
    error: 'set either label or path',
  })
  .meta({
    id: 'DriveTarget',
    description: 'A removable drive, found by its label or mount point.',
  });

const ca = z
  .string()
  .max(200_000)
  .optional()
  .describe('PEM certificates to trust in addition to those that Node.js trusts.');
const username = z.string().min(1).max(500).optional().describe('User name. Default: none.');

export const webdavSettings = z
  .strictObject({
    kind: z.literal('webdav').describe('A WebDAV server.'),
    url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine((url) => URL.canParse(url) && new URL(url).username === '', {
        error:
          'must not contain credentials: put the user name in `username`, and store the password as a secret',
      })
      .meta({
        description: 'Address of an existing folder.',
        examples: ['https://dav.example.com/docs/'],
      }),
    username,
    ca,
  })
  .meta({ id: 'WebdavTarget', description: 'A folder on a WebDAV server. Secret: `password`.' });

/** Host key fingerprint as OpenSSH prints it. */
export const hostKey = z
  .string()
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be the fingerprint as ssh-keygen -lf prints it: SHA256:…')
  .meta({
    description:
      'SHA-256 fingerprint of the host key, as `ssh-keygen -lf` prints it. Nothing is sent until it is set.',
    examples: ['SHA256:3p8u1zLjV1yqHnHkzS1ACYpHcRpAyNtXxGyTAfg2X5w'],
  });

export const sftpSettings = z
  .strictObject({
    kind: z.literal('sftp').describe('An SFTP server.'),
    url: z
      .url({ protocol: /^sftp$/, error: 'must be an sftp address' })
      .refine((url) => URL.canParse(url) && new URL(url).username === '', {
        error:
          'must not contain credentials: put the user name in `username`, and store the password as a secret',
      })
      .meta({
        description: "Address of an existing folder; `/~/` is the user's home folder.",
        examples: ['sftp://files.example.com/srv/docs'],
      }),
    username: z.string().min(1).max(500).describe('User name.'),
    hostKey: hostKey.optional(),
  })
  .meta({
    id: 'SftpTarget',
    description: 'A folder on an SFTP server. Secrets: `password`, or `privateKey` with `passphrase`.',
  });

export const s3Settings = z
  .strictObject({
    kind: z.literal('s3').describe('An S3-compatible server.'),
    endpoint: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine((url) => URL.canParse(url) && new URL(url).username === '', {
        error:
          'must not contain credentials: put the access key ID in `accessKeyId`, and store the secret key as a secret',
      })
      .meta({ description: 'Address of the server.', examples: ['https://s3.example.com'] }),
    region: z.string().min(1).max(100).optional().describe('Region of the bucket. Default: us-east-1.'),
    bucket: z
      .string()
      .regex(/^[A-Za-z0-9._-]{3,63}$/, 'must be a bucket name')
      .meta({ description: 'An existing bucket.', examples: ['docs'] }),
    prefix: z
      .string()
      .max(500)
      .regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\\p{Cc}]*$/u, 'must be a path without .. or \\')
      .optional()
      .describe('Prefix for all object keys. A slash is added after it. Default: none.'),
    accessKeyId: z
      .string()
      .min(1)
      .max(500)
      .meta({ description: 'Access key ID.', examples: ['DOCS'] }),
    ca,
  })
  .meta({
    id: 'S3Target',
    description:
      'A bucket, or the part of a bucket under a prefix. Secrets: `secretAccessKey`, and `sessionToken` for keys that expire.',
  });

/** Connection settings of a target, without its secrets. */
export const targetSettings = z.discriminatedUnion('kind', [
  folderSettings,
  driveSettings,
  webdavSettings,
  sftpSettings,
  s3Settings,
]);
export type TargetSettings = Readonly<z.infer<typeof targetSettings>>;
export type DriveTargetSettings = Readonly<z.infer<typeof driveSettings>>;
export type S3TargetSettings = Readonly<z.infer<typeof s3Settings>>;
export type TargetKind = TargetSettings['kind'];

/** Secrets that a target can have. */
export const secretFields = [
  'password',
  'privateKey',
  'passphrase',
  'secretAccessKey',
  'sessionToken',
] as const;
export type SecretField = (typeof secretFields)[number];
export type TargetSecrets = Readonly<Partial<Record<SecretField, string>>>;
