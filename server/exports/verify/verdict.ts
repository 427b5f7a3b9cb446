import { formatNumber } from '../../../shared/numbers.ts';
import type { Verdict } from '../../store/exports.ts';
import type { Cause } from './cause-counts.ts';
import type { ControlCheck } from './check-controls.ts';
import { weigh } from './fault-or-finding.ts';
import type { LinkCheck } from './links.ts';
import type { SearchCheck } from './search.ts';

export type ModeName = 'file' | 'hosted';

export type ModeResult = Readonly<{
  mode: ModeName;
  /** Share of words in common with the original, 0 to 1; null without an original or if it has no text. */
  textSimilarity: number | null;
  /** Share of pixels that differ from the original, 0 to 1; null without an original. */
  pixelDifference: number | null;
  missingFiles: readonly string[];
  /** Files that the browser refuses to load from here. */
  refusedFiles: readonly string[];
  /** The subset of `refusedFiles` that readers see: images, style sheets, fonts, media, captions, frames. */
  refusedVisible: readonly string[];
  outgoing: readonly string[];
  expected: readonly string[];
  blocked: readonly string[];
  consoleErrors: readonly string[];
  /** Uncaught script errors that do not occur on the original. */
  pageErrors: readonly string[];
  /** Requests that were blocked, but that the origin answers. */
  stopped: readonly string[];
  /** Frames with a different height than at the origin, each as a phrase that completes a sentence. */
  frames: readonly string[];
  /** Most links are covered by something else, but not at the origin. */
  isCovered: boolean;
  /** The page cannot be scrolled, but the original can. */
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
  /** The original could not be opened either, so there is nothing to compare with. */
  originalError?: string;
  /** The page hangs or crashes the browser, and so does the original. */
  hangs?: boolean;
  /** JPEG as base64. */
  originalThumbnail?: string;
  offlineThumbnail?: string;
}>;

/** How much was checked. */
export type Coverage = Readonly<{
  pages: number;
  sampled: number;
  visited: number;
  layouts: number;
  /** Time ran out before the whole sample was checked. */
  cutShort: boolean;
}>;

export type Judgement = Readonly<{
  verdict: Verdict;
  /** One sentence. */
  summary: string;
  /** What fails the bundle, and what a person should look at. Sentences without duplicates. */
  faults: readonly string[];
  findings: readonly string[];
  /** The same, grouped by cause: faults first, then by frequency. */
  causes: readonly Cause[];
}>;

/** Judges the whole bundle by its faults and findings (fault-or-finding.ts). *Passed* has neither. */
export function judge(
  pages: readonly PageResult[],
  links: LinkCheck,
  search: SearchCheck | null,
  controls: ControlCheck | null,
  coverage: Coverage,
  expectedHosts: readonly string[],
): Judgement {
  const { faults, findings } = weigh(pages, links, search, controls, coverage, expectedHosts);
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
