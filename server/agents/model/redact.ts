/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

const REDACTED = '[redacted]';

/**
 * Removes the given secrets, letter for letter, percent-encoded, in base64 and as they stand in JSON.
 * @param secrets values of configured tokens; shorter ones than 6 characters are ignored, they would match anywhere
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
 * For words of other programs, which may echo what we never configured: also removes authorization headers and
 * credentials in addresses. Not for documentation, where both are examples.
 */
export function redactForeign(text: string): string {
  return text
    .replace(/(authorization["']?\s*[:=]\s*["']?(?:\w+\s+)?)[A-Za-z0-9._~+/=-]{6,}/gi, `$1${REDACTED}`)
    .replace(/(:\/\/)[^\s/@]+@/g, `$1${REDACTED}@`);
}
