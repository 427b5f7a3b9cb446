/** Lifetime of a presigned link, in seconds, unless the request or a setting specifies another. */
export const LINK_SECONDS_DEFAULT = 3600;
/** Lifetime of links to review pages of this server, in seconds. */
export const REVIEW_LINK_SECONDS_DEFAULT = 86_400;
/** Maximum lifetime of a presigned link: seven days, as for object storage (SigV4). */
export const LINK_SECONDS_MAX = 7 * 86_400;

/** Lifetime of a link to a bundle, in seconds: from the request, otherwise from the setting. */
export function linkLifetime(
  asked: number | undefined,
  { linkLifetimeSeconds }: Readonly<{ linkLifetimeSeconds: number }>,
): number {
  return asked ?? linkLifetimeSeconds;
}

/** Expiry time of a link created now, in seconds since 1970. */
export function linkExpiry(lifetimeSeconds: number): number {
  return Math.floor(Date.now() / 1000) + lifetimeSeconds;
}

/** @param expires seconds since 1970 @param nowMs milliseconds since 1970 */
export function isLinkExpired(expires: number, nowMs: number): boolean {
  return expires * 1000 <= nowMs;
}
