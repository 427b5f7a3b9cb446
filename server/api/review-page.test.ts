import { expect, it } from 'vitest';
import type { ChangeDiff } from '../agent-jobs/review.ts';
import type { AgentJob } from '../store/agent-jobs.ts';
import { reviewPage } from './review-page.ts';

const job = { id: 'ag_1', prompt: 'Mend it', model: 'scripted', repository: 'file:///docs' } as AgentJob;
const diffOf = (patch: string): ChangeDiff => ({ base: null, commit: null, files: [], patch, wasCut: false });

it('a change of many lines is shown in part, and the page says so', () => {
  const page = reviewPage(job, 'Proposed.', diffOf('+\n'.repeat(1_000_000)));
  expect(page.length).toBeLessThan(2 ** 20);
  expect(page).toContain('too long to show in full');
  expect(reviewPage(job, 'Proposed.', diffOf('+a\n'))).not.toContain('too long to show in full');
});
