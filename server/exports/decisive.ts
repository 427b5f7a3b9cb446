import { createHash } from 'node:crypto';
import type { FeaturePolicy } from './features/policy.ts';
import type { Links, LinkTarget } from './rewrite/links.ts';
import { siteKey } from './site.ts';

/**
 * What decides an entry of a bundle: rewriting is a pure function of a resource and of the answers to the questions
 * that it asks about places of the site. Who asks the same and is answered the same writes the same.
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
  const decides = [fingerprint, siteKey(links.site), links.publicOrigin ?? null, policy, hasSearch];
  return createHash('sha256').update(JSON.stringify(decides)).digest('hex');
}

/** SHA-256 in hex over the subject and the answers about the places that were asked for. */
export function decisiveDigest(
  shared: string,
  { url, path, object, contentType, isSnapshot, documents }: Subject,
  links: Pick<Links, 'target'>,
  asked: Iterable<string>,
): string {
  const hash = createHash('sha256').update(
    JSON.stringify([shared, url, path, object, contentType, isSnapshot, documents]),
  );
  let answers = '';
  for (const place of asked) answers += `\n${place}\0${answerText(links.target(place))}`;
  return hash.update(answers).digest('hex');
}

/** The links, writing down which places they are asked for. */
export function listening(links: Links): Readonly<{ links: Links; asked: ReadonlySet<string> }> {
  const asked = new Set<string>();
  const target: Links['target'] = (place) => {
    asked.add(place);
    return links.target(place);
  };
  return { links: { ...links, target }, asked };
}

function answerText(target: LinkTarget | undefined): string {
  if (!target) return '';
  return `${target.kind}\0${target.kind === 'file' ? target.path : target.reason}`;
}
