import https from 'node:https';
import tls from 'node:tls';
import { S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';

export type S3Options = Readonly<{
  endpoint: string;
  /** Default: us-east-1, which most servers accept. */
  region?: string | undefined;
  bucket: string;
  /** Prefix of all keys, without the slash that follows it; empty for the top level of the bucket. */
  prefix?: string | undefined;
  accessKeyId: string;
  secretAccessKey?: string | undefined;
  sessionToken?: string | undefined;
  /** Certificates to trust in addition to those that Node.js trusts, PEM. */
  ca?: string | undefined;
}>;

export const DEFAULT_REGION = 'us-east-1';

/** Bucket with the objects of a target. */
export type Bucket = Readonly<{ client: S3Client; bucket: string; keyOf: (path: string) => string }>;

/** Creates the client. Sends nothing, and uses only the given credentials. */
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
    // Virtual-hosted buckets need their own DNS names and certificates, which few networks have.
    forcePathStyle: true,
    // The publication engine retries and reports it.
    maxAttempts: 1,
    // Many servers other than Amazon's do not support checksum trailers; each request is signed with its SHA-256
    // anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler(agent ? { httpsAgent: agent } : {}),
  });
  const start = prefix === '' ? '' : `${prefix.replace(/^\/+|\/+$/g, '')}/`;
  return { client, bucket, keyOf: (path) => start + path };
}
