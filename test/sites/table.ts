import type { Examined } from './examine.ts';
import type { Way } from './generator.ts';
import type { InFirefox } from './in-firefox.ts';

/** What became of one site on one way. */
export type Line = Readonly<{
  generator: string;
  version: string;
  way: Way | '';
  outcome: 'passed' | 'failed' | 'skipped';
  /** Of the whole export with its verification, not of the build. */
  seconds: number;
  /** Why it failed or was skipped, in sentences. */
  notes: readonly string[];
  /** What verification found worth a look. */
  findings: readonly string[];
  /** Absent where Firefox is not installed. */
  firefox?: InFirefox | undefined;
}> &
  Partial<Examined>;

const WIDTHS = [13, 12, 7, 16, 18, 9, 16, 8] as const;

/** All of them are in the file of results. */
const NOTES_MAX = 10;

export function printHead(): void {
  row([
    'generator',
    'version',
    'way',
    'present/expected',
    'fetched / rendered',
    'verdict',
    'Firefox',
    'outcome',
    'seconds',
  ]);
}

export function printLine(line: Line): void {
  const { generator, version, way, present, expected, ways, verdict, outcome, seconds } = line;
  const pages = expected === undefined ? '' : `${present}/${expected}`;
  const used = line.firefox && `${line.firefox.operated}/${line.firefox.found} + ${line.firefox.searches}`;
  row([generator, version, way, pages, ways, verdict, used ?? '-', outcome, seconds.toFixed(1)]);
  for (const note of line.notes.slice(0, NOTES_MAX)) console.log(`  ${note.replaceAll('\n', '\n    ')}`);
  for (const fault of line.lost ?? []) console.log(`  Known: ${fault}`);
  if (line.notes.length > NOTES_MAX) console.log(`  And ${line.notes.length - NOTES_MAX} more.`);
}

function row(cells: readonly (string | undefined)[]): void {
  const padded = cells.map((cell, index) => (cell ?? '').padEnd(WIDTHS[index] ?? 0));
  console.log(padded.join(' ').trimEnd());
}
