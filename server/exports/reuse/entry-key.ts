import { createHash } from 'node:crypto';
import type { FeaturePolicy } from '../features/feature-policy.ts';
import type { Links, LinkTarget } from '../rewrite/links.ts';
import { siteKey } from '../site/site.ts';

/**
 * The inputs of a bundle entry, apart from the answers to questions about other URL paths of the site. Rewriting is a
 * pure function of both: same inputs, same output.
 */
export type Subject = Readonly<{
  url: string;
  path: string;
  object: string;
  contentType: string;
  /** Rendered by a browser: the page has none of the site's scripts and gets the bundle's runtime. */
  isSnapshot: boolean;
  /** Site paths that its scripts fetch, each provided by a script next to the page (playground/documents.ts). */
  documents: readonly string[];
}>;

/** Returns a key for everything that affects all entries of a job equally. */
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

/** Questions and their answers, in the order in which they were asked. */
export type Answers = Iterable<readonly [question: string, answer: string]>;

/** Returns the SHA-256, in hex, of the subject and the answers. */
export function entryKey(
  shared: string,
  { url, path, object, contentType, isSnapshot, documents }: Subject,
  answers: Answers,
): string {
  const hash = createHash('sha256').update(
    JSON.stringify([shared, url, path, object, contentType, isSnapshot, documents]),
  );
  let text = '';
  for (const [question, answer] of answers) text += `\n${question}\0${answer}`;
  return hash.update(text).digest('hex');
}

/** Answers questions from the links: the outcome for a place, its content, or the uses of a custom property. */
export function answersAbout(links: AskedLinks, questions: readonly string[]): Answers {
  return questions.map((question) => [question, answerTo(links, question)] as const);
}

type AskedLinks = Pick<Links, 'target' | 'content' | 'usesOf'>;

/** Prefixes of other questions. Places start with a slash or a scheme, so these cannot collide with one. */
const CONTENT = '=';
const USES = '--';

function answerTo(links: AskedLinks, question: string): string {
  if (question.startsWith(CONTENT)) return links.content?.(question.slice(CONTENT.length))?.object ?? '';
  if (question.startsWith(USES)) return JSON.stringify(links.usesOf?.(question) ?? []);
  return answerText(links.target(question));
}

/** Wraps links to record every question and its answer. */
export function listening(links: Links): Readonly<{ links: Links; asked: ReadonlyMap<string, string> }> {
  const asked = new Map<string, string>();
  const { content, usesOf } = links;
  const target: Links['target'] = (place) => {
    const answer = links.target(place);
    asked.set(place, answerText(answer));
    return answer;
  };
  const hearing: Links = {
    ...links,
    target,
    ...(content && {
      content: (place) => {
        const answer = content(place);
        asked.set(CONTENT + place, answer?.object ?? '');
        return answer;
      },
    }),
    ...(usesOf && {
      usesOf: (name) => {
        const answer = usesOf(name);
        asked.set(name, JSON.stringify(answer));
        return answer;
      },
    }),
  };
  return { links: hearing, asked };
}

function answerText(target: LinkTarget | undefined): string {
  if (!target) return '';
  const { kind } = target;
  return `${kind}\0${kind === 'file' ? target.path : kind === 'elsewhere' ? target.url : target.reason}`;
}
