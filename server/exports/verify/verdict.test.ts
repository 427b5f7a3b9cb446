import { expect, test } from 'vitest';
import { judge, type ModeResult, type PageResult } from './verdict.ts';

const COVERAGE = { pages: 1, sampled: 1, visited: 1, layouts: 1, cutShort: false };
const LINKS = { files: 1, links: 0, faults: [], outside: [] };

function judged(
  page: Partial<PageResult>,
): Pick<ReturnType<typeof judge>, 'verdict' | 'faults' | 'findings'> {
  const whole: PageResult = { url: '/a', path: 'a.html', title: 'A', modes: [], ...page };
  const { verdict, faults, findings } = judge([whole], LINKS, null, null, COVERAGE, []);
  return { verdict, faults, findings };
}

test('a page that does not open fails the bundle', () => {
  expect(judged({ error: 'net::ERR_FAILED' })).toEqual({
    verdict: 'failed',
    faults: ['a.html does not open: net::ERR_FAILED.'],
    findings: [],
  });
});

test('a page that hangs the browser as its original does is for a person to look at', () => {
  const error = 'it does not respond within 25 seconds';
  expect(judged({ error, originalError: error, hangs: true })).toEqual({
    verdict: 'findings',
    faults: [],
    findings: [`a.html does not open, and neither does the original: ${error}.`],
  });
});

test('a page whose original does not open was not compared, and that is said', () => {
  expect(judged({ originalError: 'net::ERR_CONNECTION_REFUSED' })).toEqual({
    verdict: 'findings',
    faults: [],
    findings: ['a.html was not compared because the original does not open: net::ERR_CONNECTION_REFUSED.'],
  });
});

const MODE: ModeResult = {
  ...{
    mode: 'file',
    textSimilarity: 1,
    pixelDifference: 0,
    missingFiles: [],
    refusedFiles: [],
    outgoing: [],
  },
  ...{ refusedVisible: [], expected: [], blocked: [], consoleErrors: [], pageErrors: [], stopped: [] },
  ...{ frames: [], isCovered: false, isHeld: false, controlsLost: [] },
};

test.each<[what: string, seen: Partial<ModeResult>]>([
  ['a control that is gone', { controlsLost: ['button Play'] }],
  ['a picture that the browser refuses', { refusedFiles: ['icon.svg'], refusedVisible: ['icon.svg'] }],
  ['a script that fails', { consoleErrors: ['x is null'], pageErrors: ['x is null'] }],
  [
    'a frame of another height',
    { frames: ['shows frame a.html with a height of 20 px (90 px on the original site)'] },
  ],
  ['a call that is answered at the origin', { blocked: ['connect-src file:///a'], stopped: ['file:///a'] }],
  ['links below something else', { isCovered: true }],
])('%s is a fault', (_what, seen) => {
  const { verdict, faults, findings } = judged({ modes: [{ ...MODE, ...seen }] });
  expect({ verdict, faults: faults.length, findings }).toEqual({
    verdict: 'failed',
    faults: 1,
    findings: [],
  });
});

test.each<[what: string, seen: Partial<ModeResult>]>([
  ['pixels that differ', { pixelDifference: 0.2 }],
  ['a refused file that nobody sees', { refusedFiles: ['manifest.json'] }],
  ['a list of pages for crawlers', { stopped: ['http://bundle.localhost/sitemap.xml'] }],
  ['an error in the log', { consoleErrors: ['x is deprecated'] }],
])('%s: the bundle passes with findings', (_what, seen) => {
  const { verdict, faults, findings } = judged({ modes: [{ ...MODE, ...seen }] });
  expect({ verdict, faults, findings: findings.length }).toEqual({
    verdict: 'findings',
    faults: [],
    findings: 1,
  });
});

test('findings of one cause are counted together, with an example', () => {
  const faults = Array.from({ length: 43 }, (_, index) => ({
    ...{
      kind: 'no anchor' as const,
      from: `${index}.html`,
      count: 8,
      target: 'api.html',
      fragment: `a${index}`,
    },
    loads: false,
  }));
  const { findings, causes } = judge([], { ...LINKS, faults }, null, null, COVERAGE, []);
  expect(findings).toHaveLength(43);
  expect(causes).toEqual([
    {
      ...{ severity: 'finding', cause: 'Links point to anchors that do not exist', count: 344 },
      example: '0.html (and 7 more) links to api.html#a0, but the page has no such anchor.',
    },
  ]);
});

test('clicks that there was no time for are a finding', () => {
  const controls = {
    ...{ pages: 1, found: 0, operated: 0, failures: [], brokenAtSource: 0, unoperated: [] },
    ...{ cutShort: false, isCompared: true, clicks: { clicked: 3, failures: [], cutShort: true } },
  };
  expect(judge([], LINKS, null, controls, COVERAGE, [])).toMatchObject({
    verdict: 'findings',
    findings: ['The check clicked 3 of the links and controls and skipped the rest because time ran out.'],
  });
});
