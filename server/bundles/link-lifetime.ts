/** How long a presigned link works where neither the request nor a setting says otherwise, in seconds. */
export const LINK_SECONDS_DEFAULT = 3600;
/** The same for links to review pages of this server. */
export const REVIEW_LINK_SECONDS_DEFAULT = 86_400;
/** How long any presigned link may work: as long as those of object storage (SigV4), seven days. */
export const LINK_SECONDS_MAX = 7 * 86_400;

/** How long a link to a bundle works, in seconds: as the request says, else as the setting does. */
export function linkLifetime(
  asked: number | undefined,
  { linkLifetimeSeconds }: Readonly<{ linkLifetimeSeconds: number }>,
): number {
  return asked ?? linkLifetimeSeconds;
}

/** Until when a link works that is made now, in seconds since 1970. */
export function linkExpiry(lifetimeSeconds: number): number {
  return Math.floor(Date.now() / 1000) + lifetimeSeconds;
}

/** @param expires seconds since 1970 @param nowMs milliseconds since 1970 */
export function isLinkExpired(expires: number, nowMs: number): boolean {
  return expires * 1000 <= nowMs;
}
