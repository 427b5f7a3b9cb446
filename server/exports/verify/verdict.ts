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
