/** Problem in a page or in the navigation, or something in a change that a person has to look at. */
export type FindingCode =
  | 'syntax'
  | 'unclosed-fence'
  | 'front-matter'
  | 'no-title'
  | 'link'
  | 'anchor'
  | 'image'
  | 'import'
  | 'navigation-syntax'
  | 'navigation-page'
  | 'navigation-twice'
  | 'page-not-in-navigation'
  | 'same-address'
  | 'openapi'
  | 'encoding'
  | 'fence-language'
  | 'churn'
  | 'new-host'
  | 'active-address'
  | 'opaque-query'
  | 'active-content'
  | 'directive'
  | 'no-documentation'
  | 'secret'
  | 'hidden';

export type Finding = Readonly<{
  code: FindingCode;
  path: string;
  /** Counted from 1; null if the finding is about the file as a whole. */
  line: number | null;
  /** Sentence that describes the problem. */
  message: string;
  /** Does not change when lines move. Findings with the same identity are the same problem. */
  identity: string;
}>;

export function finding(
  code: FindingCode,
  path: string,
  line: number | null,
  message: string,
  subject: string,
): Finding {
  return { code, path, line, message, identity: JSON.stringify([code, path, subject]) };
}

/** Returns the findings that are new. Identical ones are counted: a second broken link to the same page is new. */
export function newFindings(before: readonly Finding[], now: readonly Finding[]): Finding[] {
  const known = new Map<string, number>();
  for (const { identity } of before) known.set(identity, (known.get(identity) ?? 0) + 1);
  return now.filter(({ identity }) => {
    const left = known.get(identity) ?? 0;
    known.set(identity, left - 1);
    return left <= 0;
  });
}
