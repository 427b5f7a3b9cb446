import { OffprintError } from '../../errors.ts';
import { networkFault } from './network-fault.ts';
import { DEFAULT_REGION, type S3Options } from './s3-bucket.ts';

/** Accepted clock difference. Signatures are valid for 15 minutes on most servers and 5 on some. */
const SKEW_MAX_MS = 5 * 60_000;

type Answered = Readonly<{
  name: string;
  message: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
}>;

/** HTTP status of the response; undefined if there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as unknown as Answered).$metadata?.httpStatusCode : undefined;
}

/** Whether the object does not exist. A missing bucket does not count. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Answered).name !== 'NoSuchBucket';
}

/** Converts an error response or network error into its meaning for a publication. */
export function s3Fault(
  error: unknown,
  { endpoint, bucket, region = DEFAULT_REGION }: Pick<S3Options, 'endpoint' | 'bucket' | 'region'>,
): OffprintError {
  if (error instanceof OffprintError) return error;
  const place = new URL(endpoint).host;
  const status = statusOf(error);
  if (status === undefined) return networkFault(error, place);
  const { name, message, $response } = error as Answered;
  const refused = (sentence: string): OffprintError => new OffprintError('target-refused', sentence, error);
  const theirs = $response?.headers?.date ?? '';
  // Few servers report clock skew as the reason for rejecting a signature.
  if (
    name === 'RequestTimeTooSkewed' ||
    (status === 403 && Math.abs(Date.parse(theirs) - Date.now()) > SKEW_MAX_MS)
  ) {
    return refused(
      `The clock on this computer (${new Date().toUTCString()}) does not match the one on ${place} (${theirs}). Correct whichever is wrong, then try again.`,
    );
  }
  switch (name) {
    case 'NoSuchBucket':
      return refused(
        `${place} has no bucket ${bucket}. Create it there, or add the target again with a different bucket.`,
      );
    case 'InvalidAccessKeyId':
      return refused(
        `${place} does not recognize the access key ID. Add the target again with the right one.`,
      );
    case 'SignatureDoesNotMatch':
      return refused(
        `${place} does not accept the secret key. Set the right one with: offprint targets set --secret-key-file`,
      );
    case 'ExpiredToken':
    case 'InvalidToken':
      return refused(`The credentials for ${place} have expired. Set new ones with: offprint targets set`);
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return refused(
        `The bucket ${bucket} is not in the region ${region} (${message.replace(/\.$/, '')}). Add the target again with the correct --region.`,
      );
    case 'QuotaExceeded':
    case 'InsufficientStorage':
    case 'XMinioStorageFull':
      return new OffprintError(
        'target-full',
        `${place} is out of space (${name}). Free some space, then continue the publication.`,
        error,
      );
    default:
      break;
  }
  if (status === 413 || status === 507)
    return new OffprintError(
      'target-full',
      `${place} is out of space (${status}). Free some space, then continue the publication.`,
      error,
    );
  if (status === 401 || status === 403)
    return refused(
      `${place} denied access (${name}). Check that the access key ID and the secret key (offprint targets set --secret-key-file) are correct and allow writing to ${bucket}.`,
    );
  if (status === 404)
    return refused(
      `${place} has no bucket ${bucket}, or ${place} is not an S3 server (404). Check the address.`,
    );
  return new OffprintError(
    'target-unreachable',
    `${place} returned ${status} (${name}). Try again later.`,
    error,
  );
}
