import type { Finding } from '../validators/finding.ts';
import type { Limits } from './budget.ts';
import type { JobState } from './state.ts';

/**
 * Whether a proposal is opened as a draft: somebody asked for one, the job did not finish, or new problems are left,
 * such as HTML, directives or addresses that are not on the allow-lists of `validators/`. Who allowed the change does
 * not matter.
 */
export function isDraft({
  asDraft,
  stop,
  leftProblems,
}: Pick<JobState, 'asDraft' | 'stop' | 'leftProblems'>): boolean {
  return asDraft || stop !== null || leftProblems.length > 0;
}

/** Whether new problems of a finished change are sent back to the model, rather than left in the proposal. */
export function mayRepair({ round }: Pick<JobState, 'round'>, limits: Pick<Limits, 'repairRounds'>): boolean {
  return round.repairs < limits.repairRounds;
}

/**
 * The new problems that are left in a change, as the proposal lists them: `path:line: message`, the first 20.
 * @param findings what the validator finds in the change
 */
export function leftProblemsOf(findings: readonly Finding[]): string[] {
  return findings
    .slice(0, 20)
    .map(({ path, line, message }) => `${path}${line === null ? '' : `:${line}`}: ${message}`);
}
