import { OffprintError, systemCode } from '../../errors.ts';

/** Certificate error codes of OpenSSL and Node.js. */
const CERTIFICATE = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|HOSTNAME_MISMATCH)/;

/** Converts a network error into its meaning for a publication. @param place of the target */
export function networkFault(error: unknown, place: string): OffprintError {
  if (error instanceof OffprintError) return error;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  if (code !== undefined && CERTIFICATE.test(code)) {
    return new OffprintError(
      'target-refused',
      `The TLS certificate from ${place} is not trusted (${code}). If the server's administrator replaced the certificate, add the target again with the new CA certificate: --authority <file>`,
      error,
    );
  }
  return new OffprintError(
    'target-unreachable',
    `${place} is not responding (${code ?? text}). Check that it is running and reachable, then try again.`,
    error,
  );
}

function codeOf(error: unknown): string | undefined {
  const own = systemCode(error);
  const cause = error instanceof Error ? error.cause : undefined;
  return own ?? (cause === undefined ? undefined : systemCode(cause));
}
