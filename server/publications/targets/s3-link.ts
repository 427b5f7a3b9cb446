import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type S3Options, s3Bucket } from './s3-bucket.ts';

export type PresignedLink = Readonly<{
  /** Path of the object, below the prefix of the target. */
  path: string;
  /** File name for saving the object. */
  fileName: string;
  /** Time of signing. */
  from: Date;
  /** Lifetime; S3 allows at most 7 days. */
  seconds: number;
}>;

/**
 * Creates a presigned link: anyone who has it can download the object. Computed locally, without a request to the
 * server.
 */
export async function presignedLink(
  options: S3Options,
  { path, fileName, from, seconds }: PresignedLink,
): Promise<string> {
  const { client, bucket, keyOf } = s3Bucket(options);
  try {
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: keyOf(path),
      ResponseContentDisposition: `attachment; filename="${fileName}"`,
      ResponseCacheControl: 'private, no-transform',
    });
    return await getSignedUrl(client, command, { expiresIn: seconds, signingDate: from });
  } finally {
    client.destroy();
  }
}
