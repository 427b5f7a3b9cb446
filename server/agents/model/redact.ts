/** Removes secrets from a text. */
export type Redact = (text: string) => string;

const REDACTED = '[redacted]';

/**
 * Returns a function that removes the given secrets, whether verbatim, percent-encoded, in base64 or escaped for JSON.
 * @param secrets configured tokens; those shorter than 6 characters are ignored, since they would match anywhere
 */
export function redactor(secrets: readonly (string | null | undefined)[]): Redact {
  const known = secrets
    .filter((secret): secret is string => typeof secret === 'string' && secret.length >= 6)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ])
    .sort((a, b) => b.length - a.length);
  return (text) => known.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}

/**
 * Removes authorization headers and credentials in addresses. For output of other programs, which may echo secrets that
 * were never configured here. Not for documentation, where both appear as examples.
 */
export function redactForeign(text: string): string {
  return text
    .replace(/(authorization["']?\s*[:=]\s*["']?(?:\w+\s+)?)[A-Za-z0-9._~+/=-]{6,}/gi, `$1${REDACTED}`)
    .replace(/(:\/\/)[^\s/@]+@/g, `$1${REDACTED}@`);
}
