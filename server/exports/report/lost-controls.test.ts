import { expect, it } from 'vitest';
import type { Check } from '../verify/verify.ts';
import { withLostControls } from './lost-controls.ts';

const passed = { verdict: 'passed', summary: 'Passed.', findings: [], causes: [] } as unknown as Check;

it('is a finding that counts the pages on which controls were not kept', () => {
  const check = withLostControls(passed, [
    {
      url: '/a',
      reason: 'never-quiet: still loads. not-kept: menu: what "More" shows. second-attempt: yes.',
    },
    { url: '/b', reason: 'not-kept: tabs: opening them took too long.' },
    { url: '/c', reason: 'never-quiet: still loads.' },
  ]);
  expect(check).toMatchObject({
    verdict: 'findings',
    findings: [
      'On 2 pages, the content shown by some controls could not be kept, for example on /a (menu: what "More" shows).',
    ],
  });
});

it('changes nothing where all were kept', () => {
  expect(withLostControls(passed, [{ url: '/c', reason: 'never-quiet: still loads.' }])).toBe(passed);
});
