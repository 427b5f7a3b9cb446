/** Target of an `offprint:` address. It only ever shows a page; it never starts, changes or reads anything. */
export type DeepLink = Readonly<{ kind: 'job'; jobId: string }>;

export const DEEP_LINK_SCHEME = 'offprint';
const LENGTH_MAX = 200;
const JOB = /^\/(se_[0-9a-f]{16})$/;
/** Limit for all arguments of a second launch. No person types more. */
const ARGUMENTS_MAX_BYTES = 64 * 1024;

/** Parses `offprint://job/<id>`; undefined for anything else. */
export function parseDeepLink(text: string): DeepLink | undefined {
  if (text.length > LENGTH_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== `${DEEP_LINK_SCHEME}:` || url.hostname !== 'job') return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  const jobId = JOB.exec(url.pathname)?.[1];
  return jobId === undefined ? undefined : { kind: 'job', jobId };
}

/** Finds the deep link in the arguments of a second launch. They are untrusted, so everything else is ignored. */
export function deepLinkAmong(args: readonly string[]): DeepLink | undefined {
  if (args.reduce((sum, arg) => sum + Buffer.byteLength(arg), 0) > ARGUMENTS_MAX_BYTES) return undefined;
  for (const arg of args) {
    const link = parseDeepLink(arg);
    if (link) return link;
  }
  return undefined;
}

/** Page of the interface that a deep link shows. */
export function hashOfLink({ jobId }: DeepLink): string {
  return `#/exports/${jobId}`;
}
