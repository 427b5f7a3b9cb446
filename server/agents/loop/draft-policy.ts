import type { Finding } from '../validators/finding.ts';
import type { Limits } from './budget.ts';
import type { JobState } from './state.ts';

/**
 * Whether a proposal is opened as a draft: a draft was requested, the job did not finish, or new problems remain, such
 * as HTML, directives or addresses that are not on the allow-lists in `validators/`. It does not matter who allowed the
 * change.
 */
export function isDraft({
  asDraft,
  stop,
  leftProblems,
}: Pick<JobState, 'asDraft' | 'stop' | 'leftProblems'>): boolean {
  return asDraft || stop !== null || leftProblems.length > 0;
}

/** Whether new problems in a finished change are sent back to the model instead of being left in the proposal. */
export function mayRepair({ round }: Pick<JobState, 'round'>, limits: Pick<Limits, 'repairRounds'>): boolean {
  return round.repairs < limits.repairRounds;
}

/**
 * Lists the new problems left in a change, for its proposal: the first 20, as `path:line: message`.
 * @param findings validator findings for the change
 */
export function leftProblemsOf(findings: readonly Finding[]): string[] {
  return findings
    .slice(0, 20)
    .map(({ path, line, message }) => `${path}${line === null ? '' : `:${line}`}: ${message}`);
}
