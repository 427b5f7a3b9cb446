/** What an `offprint:` address asks for. It only ever shows a page: nothing is started, changed or read by it. */
export type DeepLink = Readonly<{ kind: 'job'; jobId: string }>;

export const DEEP_LINK_SCHEME = 'offprint';
const LENGTH_MAX = 200;
const JOB = /^\/(se_[0-9a-f]{16})$/;
/** What a second start may hand over in all; more is not of a person. */
const ARGUMENTS_MAX_BYTES = 64 * 1024;

/** Parses `offprint://job/<id>`; undefined for everything else. */
export function parseDeepLink(text: string): DeepLink | undefined {
  if (text.length > LENGTH_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== `${DEEP_LINK_SCHEME}:` || url.hostname !== 'job') return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  const jobId = JOB.exec(url.pathname)?.[1];
  return jobId === undefined ? undefined : { kind: 'job', jobId };
}

/** The deep link among the arguments of a second start, which anybody may have written. Nothing else of them counts. */
export function deepLinkAmong(args: readonly string[]): DeepLink | undefined {
  if (args.reduce((sum, arg) => sum + Buffer.byteLength(arg), 0) > ARGUMENTS_MAX_BYTES) return undefined;
  for (const arg of args) {
    const link = parseDeepLink(arg);
    if (link) return link;
  }
  return undefined;
}

/** The place in the interface that a deep link shows. */
export function hashOfLink({ jobId }: DeepLink): string {
  return `#/exports/${jobId}`;
}
