/** What is wrong with a page or with the navigation, or what a change brings that somebody has to look at. */
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
  /** Counted from 1; null for what concerns the file as a whole. */
  line: number | null;
  /** A sentence that says what is wrong. */
  message: string;
  /** What stays the same when lines move: two findings with the same identity are the same problem. */
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

/** What is there now and was not there before, counted: a second broken link to the same page is new. */
export function newFindings(before: readonly Finding[], now: readonly Finding[]): Finding[] {
  const known = new Map<string, number>();
  for (const { identity } of before) known.set(identity, (known.get(identity) ?? 0) + 1);
  return now.filter(({ identity }) => {
    const left = known.get(identity) ?? 0;
    known.set(identity, left - 1);
    return left <= 0;
  });
}
