import { expect, test } from 'vitest';
import { judge, type PageResult } from './verdict.ts';

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
  const error = 'it does not answer within 25 seconds';
  expect(judged({ error, originalError: error, hangs: true })).toEqual({
    verdict: 'findings',
    faults: [],
    findings: [`a.html does not open, nor does it at the origin: ${error}.`],
  });
});

test('a page whose original does not open was not compared, and that is said', () => {
  expect(judged({ originalError: 'net::ERR_CONNECTION_REFUSED' })).toEqual({
    verdict: 'findings',
    faults: [],
    findings: ['a.html was not compared: the original does not open: net::ERR_CONNECTION_REFUSED.'],
  });
});
