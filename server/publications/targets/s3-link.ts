import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type S3Options, s3Bucket } from './s3-bucket.ts';

export type PresignedLink = Readonly<{
  /** Of the object, below the prefix of the target. */
  path: string;
  /** What the object is saved under. */
  fileName: string;
  /** When the link is signed. */
  from: Date;
  /** How long it works; S3 takes 7 days at most. */
  seconds: number;
}>;

/** A link that gives an object to everybody who has it. Computed here: the server is not asked. */
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
