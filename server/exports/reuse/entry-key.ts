import { createHash } from 'node:crypto';
import type { FeaturePolicy } from '../features/feature-policy.ts';
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

/** What was answered to each question, in the order in which they were asked. */
export type Answers = Iterable<readonly [question: string, answer: string]>;

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
  for (const [question, answer] of answers) text += `\n${question}\0${answer}`;
  return hash.update(text).digest('hex');
}

/** Answers of the links to questions: what became of a place, what it holds, who uses a custom property. */
export function answersAbout(links: AskedLinks, questions: readonly string[]): Answers {
  return questions.map((question) => [question, answerTo(links, question)] as const);
}

type AskedLinks = Pick<Links, 'target' | 'content' | 'usesOf'>;

/** Places begin with a slash or a scheme, so that these begin no place. */
const CONTENT = '=';
const USES = '--';

function answerTo(links: AskedLinks, question: string): string {
  if (question.startsWith(CONTENT)) return links.content?.(question.slice(CONTENT.length))?.object ?? '';
  if (question.startsWith(USES)) return JSON.stringify(links.usesOf?.(question) ?? []);
  return answerText(links.target(question));
}

/** The links, writing down what they are asked and what they answer. */
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
