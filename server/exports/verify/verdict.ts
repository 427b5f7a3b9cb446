import type { Verdict } from '../../store/exports.ts';
import type { ControlCheck } from './check-controls.ts';
import type { LinkCheck } from './links.ts';
import type { SearchCheck } from './search.ts';

export type ModeName = 'file' | 'hosted';

export type ModeResult = Readonly<{
  mode: ModeName;
  /** Words in common with the original, 0 to 1; null without an original or without text in it. */
  textSimilarity: number | null;
  /** Share of pixels that differ from the original, 0 to 1; null without an original. */
  pixelDifference: number | null;
  missingFiles: readonly string[];
  refusedFiles: readonly string[];
  outgoing: readonly string[];
  expected: readonly string[];
  blocked: readonly string[];
  consoleErrors: readonly string[];
  /** Readers cannot scroll it, and can scroll the original. */
  isHeld: boolean;
  controlsLost: readonly string[];
}>;

export type PageResult = Readonly<{
  url: string;
  path: string;
  title: string;
  modes: readonly ModeResult[];
  /** The page could not be opened at all. */
  error?: string;
  /** Nor could the original: there is nothing to compare with. */
  originalError?: string;
  /** It hangs or ends the browser, and so does the original. */
  hangs?: boolean;
  /** JPEG as base64. */
  originalThumbnail?: string;
  offlineThumbnail?: string;
}>;

/** How much was looked at. */
export type Coverage = Readonly<{
  pages: number;
  sampled: number;
  visited: number;
  layouts: number;
  /** Set when the time ran out before the sample was done. */
  cutShort: boolean;
}>;

export type Judgement = Readonly<{
  verdict: Verdict;
  /** One sentence. */
  summary: string;
  /** What fails the bundle, and what a person should look at. Sentences, each thing once. */
  faults: readonly string[];
  findings: readonly string[];
}>;

/** Text below this likeness fails the bundle. */
const TEXT_MIN = 0.98;
/** Pictures that differ by more than this share are worth a look. */
const PIXELS_MAX = 0.001;

/** Whether a page shows another text than its original. */
export function hasOtherText({ textSimilarity }: Pick<ModeResult, 'textSimilarity'>): boolean {
  return textSimilarity !== null && textSimilarity < TEXT_MIN;
}

/** Weighs what was seen: faults fail a bundle, findings are for a person to look at. */
export function judge(
  pages: readonly PageResult[],
  links: LinkCheck,
  search: SearchCheck | null,
  controls: ControlCheck | null,
  coverage: Coverage,
  expectedHosts: readonly string[],
): Judgement {
  const faults = notes();
  const findings = notes();
  for (const page of pages) {
    if (page.hangs) findings.add(page.path, `does not open, nor does it at the origin: ${page.error}`);
    else if (page.error) faults.add(page.path, `does not open: ${page.error}`);
    else if (page.originalError)
      findings.add(page.path, `was not compared: the original does not open: ${page.originalError}`);
    for (const mode of page.modes) {
      const where = `${page.path} (${mode.mode === 'file' ? 'from file://' : 'hosted below a path'})`;
      for (const file of mode.missingFiles) faults.add(where, `loads ${file}, which is not in the bundle`);
      for (const url of mode.outgoing) faults.add(where, `calls ${url}`);
      if (mode.isHeld) faults.add(where, 'cannot be scrolled, and the original can');
      if (hasOtherText(mode)) {
        faults.add(where, `shows other text than the original (${percent(mode.textSimilarity ?? 0)} alike)`);
      }
      for (const file of mode.refusedFiles)
        findings.add(where, `holds a file that the browser refuses: ${file}`);
      for (const call of mode.blocked) findings.add(where, `tried to call out and was stopped: ${call}`);
      for (const text of mode.consoleErrors) findings.add(where, `logs an error: ${text}`);
      for (const control of mode.controlsLost) findings.add(where, `lacks the control "${control}"`);
      if (mode.pixelDifference !== null && mode.pixelDifference > PIXELS_MAX) {
        findings.add(where, `looks different: ${percent(mode.pixelDifference)} of the pixels`);
      }
    }
  }
  for (const { kind, from, count, target, fragment, loads } of links.faults) {
    const others = count > 1 ? ` (and ${count - 1} more)` : '';
    if (kind === 'no file') {
      faults.add(from + others, `${loads ? 'loads' : 'links to'} ${target}, which is not in the bundle`);
    } else findings.add(from + others, `links to ${target}#${fragment}, and the page has no such anchor`);
  }
  for (const { url, from } of links.outside) {
    if (!isHostAmong(URL.parse(url)?.hostname ?? '', expectedHosts))
      faults.add(from, `loads ${url} from another host`);
  }
  if (search?.broken !== undefined) findings.add('The search', `cannot be used: ${search.broken}`);
  for (const { kind, query, page, problem } of search?.tries ?? []) {
    if (problem !== undefined) {
      findings.add('The search', `for ${SEARCHED[kind]} "${query}" of ${page} ${problem}`);
    }
  }
  for (const { page, kind, name, problem } of controls?.failures ?? []) {
    findings.add(page, `has ${CONTROL[kind]} "${name}" that ${problem}`);
  }
  for (const { page, problem } of controls?.unoperated ?? []) {
    findings.add(page, `has controls that could not be operated: ${problem}`);
  }
  if (controls?.cutShort) {
    findings.add('The check', `operated ${controls.operated} controls and left others for lack of time`);
  }
  if (coverage.cutShort) {
    findings.add(
      'The check',
      `ran out of time after ${coverage.visited} of ${coverage.sampled} sampled pages`,
    );
  }
  const verdict: Verdict = faults.count() > 0 ? 'failed' : findings.count() > 0 ? 'findings' : 'passed';
  const opened = `${coverage.visited} of ${coverage.pages} pages opened offline`;
  const followed = `${links.links.toLocaleString('en')} links followed`;
  const found =
    findings.count() > 0
      ? `no fault, ${findings.count()} finding${findings.count() === 1 ? '' : 's'}`
      : 'no fault';
  const more = faults.count() > 1 ? ` And ${faults.count() - 1} more.` : '';
  return {
    verdict,
    summary:
      verdict === 'failed'
        ? `Verification failed: ${faults.sentences()[0]}${more} The report lists everything.`
        : `${opened}, ${followed}: ${found}.`,
    faults: faults.sentences(),
    findings: findings.sentences(),
  };
}

const CONTROL = {
  tab: 'a tab',
  disclosure: 'an accordion or menu',
  theme: 'a theme switch',
  copy: 'a copy button',
} as const;

const SEARCHED = {
  title: 'the title word',
  rare: 'the rare word',
  misspelling: 'the misspelled word',
} as const;

/** What was seen, each thing once with the places where it was seen. */
function notes() {
  const places = new Map<string, string[]>();
  return {
    add: (place: string, text: string): void => {
      places.set(text, [...(places.get(text) ?? []), place]);
    },
    count: () => places.size,
    sentences: (): string[] =>
      [...places].map(([text, [first, ...others]]) =>
        others.length === 0 ? `${first} ${text}.` : `${first} ${text}; ${others.length} more do.`,
      ),
  };
}

/** Whether a host is one of `hosts` or below one. */
export function isHostAmong(host: string, hosts: readonly string[]): boolean {
  return hosts.some((candidate) => host === candidate || host.endsWith(`.${candidate}`));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`;
}
