import { expect, it } from 'vitest';
import { deepLinkAmong, hashOfLink, parseDeepLink } from './deep-links.ts';

const JOB = 'offprint://job/se_0123456789abcdef';

it('shows a job', () => {
  const link = parseDeepLink(JOB);
  expect(link).toEqual({ kind: 'job', jobId: 'se_0123456789abcdef' });
  expect(link && hashOfLink(link)).toBe('#/exports/se_0123456789abcdef');
});

it.each([
  'offprint://job/',
  'offprint://job/se_0123456789abcde',
  'offprint://job/se_0123456789ABCDEF',
  'offprint://job/se_0123456789abcdef/report',
  'offprint://job/..%2fsettings',
  'offprint://job/se_0123456789abcdef?delete=1',
  'offprint://job/se_0123456789abcdef#x',
  'offprint://user@job/se_0123456789abcdef',
  'offprint://job:1/se_0123456789abcdef',
  'offprint://settings/se_0123456789abcdef',
  'offprint:///etc/passwd',
  'offprint:job/se_0123456789abcdef',
  'file:///etc/passwd',
  'https://job/se_0123456789abcdef',
  `offprint://job/${'a'.repeat(300)}`,
  '',
])('takes nothing else: %s', (text) => {
  expect(parseDeepLink(text)).toBeUndefined();
});

it('is found among the arguments of a second start, which count for nothing else', () => {
  expect(deepLinkAmong(['/usr/bin/offprint', '--data=/elsewhere', '--no-sandbox', JOB])?.jobId).toBe(
    'se_0123456789abcdef',
  );
  expect(deepLinkAmong(['/usr/bin/offprint', '/some/file'])).toBeUndefined();
  expect(deepLinkAmong(['x'.repeat(70_000), JOB])).toBeUndefined();
});
