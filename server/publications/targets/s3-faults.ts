import { OffprintError } from '../../errors.ts';
import { networkFault } from './network-fault.ts';

type Answered = Readonly<{
  name: string;
  message: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
}>;

/** Of an answer; undefined where there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as unknown as Answered).$metadata?.httpStatusCode : undefined;
}

/** There is no such object; not: no such bucket. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Answered).name !== 'NoSuchBucket';
}

/** What a server has answered, or why it has not, as what it means for a publication. */
export function s3Fault(
  error: unknown,
  { endpoint, bucket, region }: Readonly<{ endpoint: string; bucket: string; region: string }>,
): OffprintError {
  if (error instanceof OffprintError) return error;
  const place = new URL(endpoint).host;
  const status = statusOf(error);
  if (status === undefined) return networkFault(error, place);
  const { name, message, $response } = error as Answered;
  const refused = (sentence: string): OffprintError => new OffprintError('target-refused', sentence, error);
  switch (name) {
    case 'NoSuchBucket':
      return refused(
        `${place} has no bucket ${bucket}. Make it there, or add the target anew with another one.`,
      );
    case 'InvalidAccessKeyId':
      return refused(`${place} does not know this access key id. Add the target anew with the right one.`);
    case 'SignatureDoesNotMatch':
      return refused(
        `${place} does not take the secret key. Correct it: offprint targets set --secret-key-file`,
      );
    case 'ExpiredToken':
    case 'InvalidToken':
      return refused(`The credentials for ${place} have expired. Give new ones: offprint targets set`);
    case 'RequestTimeTooSkewed': {
      const theirs = $response?.headers?.date ?? 'another time';
      return refused(
        `The clocks differ: here it is ${new Date().toUTCString()}, on ${place} ${theirs}. Set the clock that is wrong, then try again.`,
      );
    }
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return refused(
        `The bucket ${bucket} is not in the region ${region}: ${message} Add the target anew with --region.`,
      );
    case 'QuotaExceeded':
    case 'InsufficientStorage':
    case 'XMinioStorageFull':
      return new OffprintError(
        'target-full',
        `${place} has no room (${name}). Make room, then go on.`,
        error,
      );
    default:
      break;
  }
  if (status === 413 || status === 507)
    return new OffprintError(
      'target-full',
      `${place} has no room (${status}). Make room, then go on.`,
      error,
    );
  if (status === 401 || status === 403)
    return refused(`${place} forbids these keys to write to ${bucket} (${name}). Ask its operator.`);
  if (status === 404)
    return refused(`${place} has no bucket ${bucket}, or is no S3 server (404). Check the address.`);
  return new OffprintError(
    'target-unreachable',
    `${place} answered ${status} (${name}). Try again later.`,
    error,
  );
}
