import { createHash } from 'node:crypto';
import type { FeaturePolicy } from '../features/policy.ts';
import type { Links, LinkTarget } from '../rewrite/links.ts';
import { siteKey } from '../site/site.ts';

/**
 * The inputs of a bundle entry, apart from the answers to its questions about other URL paths of the site. Rewriting is a
 * pure function of both: same inputs, same output.
 */
export type Subject = Readonly<{
  url: string;
  path: string;
  object: string;
  contentType: string;
  /** A page that a browser has made: it has no scripts of the site, and gets the bundle's runtime. */
  isSnapshot: boolean;
  /** Places that its scripts fetch, and get from a script beside it (playground/documents.ts). */
  documents: readonly string[];
}>;

/** Names everything that decides all entries of a job alike. */
export function sharedKey(
  fingerprint: string,
  links: Links,
  policy: FeaturePolicy,
  hasSearch: boolean,
): string {
  const { site, publicOrigin = null, basePath } = links;
  const decides = [fingerprint, siteKey(site), publicOrigin, basePath, policy, hasSearch];
  return createHash('sha256').update(JSON.stringify(decides)).digest('hex');
}

/** What became of each of the places that were asked for, in the order in which they were. */
export type Answers = Iterable<readonly [place: string, LinkTarget | undefined]>;

/** SHA-256 in hex over the subject and the answers. */
export function entryKey(
  shared: string,
  { url, path, object, contentType, isSnapshot, documents }: Subject,
  answers: Answers,
): string {
  const hash = createHash('sha256').update(
    JSON.stringify([shared, url, path, object, contentType, isSnapshot, documents]),
  );
  let text = '';
  for (const [place, answer] of answers) text += `\n${place}\0${answerText(answer)}`;
  return hash.update(text).digest('hex');
}

/** Answers of the links about places. */
export function answersAbout(links: Pick<Links, 'target'>, places: readonly string[]): Answers {
  return places.map((place) => [place, links.target(place)] as const);
}

/** The links, writing down which places they are asked for and what they answer. */
export function listening(
  links: Links,
): Readonly<{ links: Links; asked: ReadonlyMap<string, LinkTarget | undefined> }> {
  const asked = new Map<string, LinkTarget | undefined>();
  const target: Links['target'] = (place) => {
    const answer = links.target(place);
    asked.set(place, answer);
    return answer;
  };
  return { links: { ...links, target }, asked };
}

function answerText(target: LinkTarget | undefined): string {
  if (!target) return '';
  const { kind } = target;
  return `${kind}\0${kind === 'file' ? target.path : kind === 'elsewhere' ? target.url : target.reason}`;
}
