import { type Notes, openNotes } from './cause-counts.ts';
import type { ControlCheck } from './check-controls.ts';
import { clickWords } from './clicks.ts';
import type { LinkCheck } from './links.ts';
import type { SearchCheck } from './search.ts';
import type { Coverage, ModeResult, PageResult } from './verdict.ts';

/** Text similarity below this fails the bundle. */
const TEXT_MIN = 0.98;
/** A share of differing pixels above this is worth a look. */
const PIXELS_MAX = 0.001;

/** Returns whether a page shows different text than its original. */
export function hasOtherText({ textSimilarity }: Pick<ModeResult, 'textSimilarity'>): boolean {
  return textSimilarity !== null && textSimilarity < TEXT_MIN;
}

/**
 * Classifies everything observed. A fault is anything that a reader of a sampled page misses: text, a link, an image, a
 * control, a click that does nothing. A finding is a difference that takes away none of these.
 */
export function weigh(
  pages: readonly PageResult[],
  links: LinkCheck,
  search: SearchCheck | null,
  controls: ControlCheck | null,
  coverage: Coverage,
  expectedHosts: readonly string[],
): Readonly<{ faults: Notes; findings: Notes }> {
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
  return { faults, findings };
}

const NO_FILE = 'Pages link to or load files that are not in the bundle';
const OUT_OF_TIME = 'The check ran out of time';

/** Page lists that scripts use to load the next page; without them, links still work. */
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
        'Browsers block files that readers would see',
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
          'Browsers block files that readers do not see',
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
