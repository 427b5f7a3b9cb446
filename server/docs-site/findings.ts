/** Something that was not rendered as its author intended, and where. */
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

/** Findings caused by the source itself or by files that exist only on the network. Supporting more would not help. */
const OF_THE_SOURCE: ReadonlySet<FindingCode> = new Set([
  'broken-link',
  'config',
  'missing-file',
  'missing-operation',
  'missing-page',
  'missing-snippet',
  'remote-file',
  'undefined-name',
  // Such icons are usually for paying users only.
  'unknown-icon',
]);

/** Whether a finding is caused by a limitation of this generator. */
export function isOurs({ code }: Finding): boolean {
  return !OF_THE_SOURCE.has(code);
}
