import https from 'node:https';
import tls from 'node:tls';
import { S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';

export type S3Options = Readonly<{
  endpoint: string;
  /** Left out: us-east-1, which most servers take. */
  region?: string | undefined;
  bucket: string;
  /** Keys begin with it and a slash; empty: at the top of the bucket. */
  prefix?: string | undefined;
  accessKeyId: string;
  secretAccessKey?: string | undefined;
  sessionToken?: string | undefined;
  /** Certificates to trust in addition to those that Node trusts, PEM. */
  ca?: string | undefined;
}>;

export const DEFAULT_REGION = 'us-east-1';

/** Where objects of a target lie. */
export type Bucket = Readonly<{ client: S3Client; bucket: string; keyOf: (path: string) => string }>;

/** Nothing is sent by it, and no credentials but these are looked for. */
export function s3Bucket(options: S3Options): Bucket {
  const {
    endpoint,
    region = DEFAULT_REGION,
    bucket,
    prefix = '',
    accessKeyId,
    secretAccessKey = '',
    sessionToken,
    ca,
  } = options;
  const agent = ca !== undefined && new https.Agent({ ca: [...tls.getCACertificates('default'), ca] });
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    // Buckets in host names need certificates and names of their own, which few networks have.
    forcePathStyle: true,
    // The engine tries again, and tells of it.
    maxAttempts: 1,
    // Servers other than Amazon's often know no checksums in trailers; each request is signed with its SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler(agent ? { httpsAgent: agent } : {}),
  });
  const start = prefix === '' ? '' : `${prefix.replace(/^\/+|\/+$/g, '')}/`;
  return { client, bucket, keyOf: (path) => start + path };
}
