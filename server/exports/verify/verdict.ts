import { formatNumber } from '../../../shared/numbers.ts';
import type { Verdict } from '../../store/exports.ts';
import { type Cause, type Notes, openNotes } from './causes.ts';
import type { ControlCheck } from './check-controls.ts';
import { clickWords } from './clicks.ts';
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
  /** Files that the browser does not load from here. */
  refusedFiles: readonly string[];
  /** Those of them that a reader sees: pictures, style sheets, fonts, films, captions, frames. */
  refusedVisible: readonly string[];
  outgoing: readonly string[];
  expected: readonly string[];
  blocked: readonly string[];
  consoleErrors: readonly string[];
  /** Errors that scripts threw and nothing handled, which the original does not have. */
  pageErrors: readonly string[];
  /** Calls that were stopped and are answered at the origin. */
  stopped: readonly string[];
  /** Frames of another height than at the origin: the end of a sentence each. */
  frames: readonly string[];
  /** Most links lie below something else, and do not at the origin. */
  isCovered: boolean;
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
  /** The same by what they have in common, faults first, the most frequent first. */
  causes: readonly Cause[];
}>;

/** Text below this likeness fails the bundle. */
const TEXT_MIN = 0.98;
/** Pictures that differ by more than this share are worth a look. */
const PIXELS_MAX = 0.001;

/** Whether a page shows another text than its original. */
export function hasOtherText({ textSimilarity }: Pick<ModeResult, 'textSimilarity'>): boolean {
  return textSimilarity !== null && textSimilarity < TEXT_MIN;
}

/**
 * Weighs what was seen. A fault is whatever a reader of a sampled page misses: text, a link, a picture, a control, a click
 * that does nothing. A finding is a named difference that takes none of these away. *Passed* has neither.
 */
export function judge(
  pages: readonly PageResult[],
  links: LinkCheck,
  search: SearchCheck | null,
  controls: ControlCheck | null,
  coverage: Coverage,
  expectedHosts: readonly string[],
): Judgement {
  const faults = openNotes();
  const findings = openNotes();
  for (const page of pages) weighPage(page, faults, findings);
  for (const { kind, from, count, target, fragment, loads } of links.faults) {
    const others = count > 1 ? ` (and ${count - 1} more)` : '';
    if (kind === 'no file') {
      const text = `${loads ? 'loads' : 'links to'} ${target}, which is not in the bundle`;
      faults.add(from + others, text, NO_FILE, count);
    } else {
      const text = `links to ${target}#${fragment}, but the page has no such anchor`;
      findings.add(from + others, text, 'Links point to anchors that do not exist', count);
    }
  }
  for (const { url, from } of links.outside) {
    if (!isHostAmong(URL.parse(url)?.hostname ?? '', expectedHosts))
      faults.add(from, `loads ${url} from another host`, 'Pages load files from other hosts');
  }
  if (search?.broken !== undefined)
    findings.add('Search', `does not work: ${search.broken}`, 'Search does not work');
  for (const { kind, query, page, problem } of search?.tries ?? []) {
    if (problem === undefined) continue;
    const text = `for ${SEARCHED[kind]} "${query}" from ${page} ${problem}`;
    findings.add('The search', text, 'Search does not find words that are on the pages');
  }
  if (controls) weighControls(controls, faults, findings);
  if (coverage.cutShort) {
    findings.add(
      'The check',
      `ran out of time after ${coverage.visited} of ${coverage.sampled} sampled page${coverage.sampled === 1 ? '' : 's'}`,
      OUT_OF_TIME,
    );
  }
  const verdict: Verdict = faults.count() > 0 ? 'failed' : findings.count() > 0 ? 'findings' : 'passed';
  const opened = `${coverage.visited} of ${coverage.pages} page${coverage.pages === 1 ? '' : 's'} opened offline`;
  const followed = `${formatNumber(links.links)} link${links.links === 1 ? '' : 's'} followed`;
  const found =
    findings.count() > 0
      ? `no faults, ${findings.count()} finding${findings.count() === 1 ? '' : 's'}`
      : 'no faults';
  const more = faults.count() > 1 ? ` And ${faults.count() - 1} more.` : '';
  return {
    verdict,
    summary:
      verdict === 'failed'
        ? `Verification failed: ${faults.sentences()[0]}${more} The report lists everything.`
        : `${opened}, ${followed}: ${found}.`,
    faults: faults.sentences(),
    findings: findings.sentences(),
    causes: [...faults.causes('fault'), ...findings.causes('finding')],
  };
}

const NO_FILE = 'Pages link to or load files that are not in the bundle';
const OUT_OF_TIME = 'The check ran out of time';

/** Lists of pages that scripts load the next page by: without them links lead on as ever. */
const FOR_CRAWLERS = /\/sitemap[^/?]*\.xml$/;

function weighPage(page: PageResult, faults: Notes, findings: Notes): void {
  const { hangs, error, originalError } = page;
  if (hangs) {
    const text = `does not open, and neither does the original: ${error}`;
    findings.add(page.path, text, 'Pages do not open, and neither do their originals');
  } else if (error) faults.add(page.path, `does not open: ${error}`, 'Pages do not open');
  else if (originalError) {
    const text = `was not compared because the original does not open: ${originalError}`;
    findings.add(page.path, text, 'Pages were not compared because their originals do not open');
  }
  for (const mode of page.modes) {
    const where = `${page.path} (${mode.mode === 'file' ? 'from file://' : 'hosted under a path'})`;
    const fault = (text: string, cause: string): void => faults.add(where, text, cause);
    const finding = (text: string, cause: string): void => findings.add(where, text, cause);
    for (const file of mode.missingFiles) fault(`loads ${file}, which is not in the bundle`, NO_FILE);
    for (const url of mode.outgoing) fault(`contacts ${url}`, 'Pages contact other hosts');
    if (mode.isHeld) fault('cannot be scrolled, but the original can', 'Pages cannot be scrolled');
    if (mode.isCovered)
      fault('has something covering its links, but the original does not', 'Links cannot be clicked');
    if (hasOtherText(mode)) {
      const alike = percent(mode.textSimilarity ?? 0);
      fault(
        `shows different text than the original (${alike} identical)`,
        'Pages show different text than their originals',
      );
    }
    for (const frame of mode.frames) fault(frame, 'Frames are a different size than on the original site');
    for (const file of mode.refusedVisible)
      fault(
        `does not show ${file} because the browser blocks it`,
        'Browsers block files, and readers see the difference',
      );
    for (const text of mode.pageErrors)
      fault(
        `has a script that fails here but not on the original site: ${text}`,
        'Scripts that work on the original site fail',
      );
    for (const url of mode.stopped)
      (FOR_CRAWLERS.test(url) ? finding : fault)(
        `requests ${url}, which the original site can answer but the bundle cannot`,
        'Scripts send requests that a bundle cannot answer',
      );
    for (const control of mode.controlsLost)
      fault(`is missing the control "${control}"`, 'Pages are missing controls');
    for (const file of mode.refusedFiles)
      if (!mode.refusedVisible.includes(file))
        finding(
          `contains a file that the browser blocks: ${file}`,
          'Browsers block files, but readers see no difference',
        );
    for (const call of mode.blocked)
      if (!mode.stopped.includes(call.split(' ')[1] ?? ''))
        finding(
          `tried to make an external request, which was blocked: ${call}`,
          'Pages tried to make external requests, which were blocked',
        );
    for (const text of mode.consoleErrors)
      if (!mode.pageErrors.includes(text)) finding(`logs an error: ${text}`, 'Pages log errors');
    if (mode.pixelDifference !== null && mode.pixelDifference > PIXELS_MAX)
      finding(
        `looks different: ${percent(mode.pixelDifference)} of the pixels differ`,
        'Pages look different',
      );
  }
}

function weighControls(controls: ControlCheck, faults: Notes, findings: Notes): void {
  // Without an original, nobody knows whether they ever worked.
  const failed = controls.isCompared ? faults : findings;
  for (const { page, kind, name, problem } of controls.failures)
    failed.add(page, `has ${CONTROL[kind]} "${name}" that ${problem}`, 'Controls do not work');
  for (const { page, problem, needs, ...clicked } of controls.clicks.failures)
    (needs ? findings : faults).add(
      page,
      `has ${clickWords(clicked)} that ${problem}`,
      needs ? NEEDS[needs] : 'Clicks behave differently than on the original site',
    );
  for (const { page, problem } of controls.unoperated) {
    const text = `has controls that could not be tested: ${problem}`;
    findings.add(page, text, 'Controls could not be tested');
  }
  if (controls.clicks.cutShort) {
    const text = `clicked ${controls.clicks.clicked} of the links and controls and skipped the rest because time ran out`;
    findings.add('The check', text, OUT_OF_TIME);
  }
  if (controls.cutShort) {
    const text = `tested ${controls.operated} of ${controls.found} control${controls.found === 1 ? '' : 's'} and skipped the rest because time ran out`;
    findings.add('The check', text, OUT_OF_TIME);
  }
}

const NEEDS = {
  internet: 'Clicking shows content that needs internet access',
  cookies: 'Choices are stored in cookies, which are not kept without a web server',
} as const;

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

/** Whether a host is one of `hosts` or below one. */
export function isHostAmong(host: string, hosts: readonly string[]): boolean {
  return hosts.some((candidate) => host === candidate || host.endsWith(`.${candidate}`));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 2 : 1)}%`;
}
