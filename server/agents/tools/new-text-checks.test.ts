import { expect, it } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { elisionFault } from './new-text-checks.ts';

it.each([
  'The rest of the file is unchanged.',
  '... (rest unchanged)',
  '… previous steps',
  '... ( existing content )',
])('%s stands for text that is left out', (text) => {
  expect(elisionFault(text, '')).toContain('in place of part of the content');
});

it('a line of dots in the place of many lines leaves them out', () => {
  expect(elisionFault('a\n  ...\t\nb\n', 'a\n'.repeat(20))).toContain('line of dots');
});

it.each<[string, string, string]>([
  ['blanks after dots', `...${' '.repeat(300_000)}x`, ''],
  ['empty lines', ' \n'.repeat(200_000), 'a\n'.repeat(200_010)],
  ['words on one line', 'rest of the file '.repeat(30_000), ''],
])('a text of %s is looked through in no time', (_, text, before) => {
  const started = threadMs();
  elisionFault(text, before);
  expect(threadMs() - started).toBeLessThan(2000);
});
