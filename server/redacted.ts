/**
 * Everything that grants access by itself: credentials in addresses, API keys, signatures of links (ours, those of S3),
 * tokens in addresses, values of credential and cookie headers.
 */
const SECRETS: readonly RegExp[] = [
  /(:\/\/)[^/\s@"]+(@)/g,
  /()offp_[A-Za-z0-9_-]+/g,
  /(\/login\/)[A-Za-z0-9_-]+/g,
  /\b((?:Bearer|Basic|Token)\s+)[A-Za-z0-9._~+/=-]{6,}/gi,
  /([?&;](?:x-amz-(?:signature|credential|security-token)|signature|sig|token|access_token|api_?key|password|secret)=)[^&\s"'\\]+/gi,
  /((?:authorization|cookie|set-cookie|x-api-key|private-token)"?\s*[:=]\s*"?)[^"\r\n\\]+/gi,
];

/** Removes the secrets from a text, for logs and diagnostics. */
export function redacted(text: string): string {
  return SECRETS.reduce(
    (rest, secret) =>
      rest.replace(
        secret,
        (_match, before: string, after?: unknown) => `${before}…${after === '@' ? '@' : ''}`,
      ),
    text,
  );
}
