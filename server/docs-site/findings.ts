/** What was not rendered as its author meant it, and where. */
export type Finding = Readonly<{
  code: FindingCode;
  /** Path of the file, from the root of the tree. */
  file: string;
  /** Counted from 1. */
  line?: number;
  message: string;
}>;

export const FINDING_CODES = [
  'broken-link',
  'broken-page',
  'config',
  'diagram',
  'dropped-code',
  'failed-component',
  'missing-file',
  'missing-operation',
  'missing-page',
  'missing-snippet',
  'remote-file',
  'undefined-name',
  'unknown-component',
  'unknown-icon',
  'unknown-language',
  'unsupported-api',
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/** Findings about what an author wrote or left out, or what only the network has: rendering more would not help. */
const OF_THE_SOURCE: ReadonlySet<FindingCode> = new Set([
  'broken-link',
  'config',
  'missing-file',
  'missing-operation',
  'missing-page',
  'missing-snippet',
  'remote-file',
  'undefined-name',
  // Only paying users may have it.
  'unknown-icon',
]);

/** Whether a finding is about what this generator does not do. */
export function isOurs({ code }: Finding): boolean {
  return !OF_THE_SOURCE.has(code);
}
