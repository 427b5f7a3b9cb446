/** Number of completed steps and of expected ones. */
export type Steps = Readonly<{ done: number; total: number }>;

/** Work with a planned number of steps. */
export type PlannedSteps = Readonly<{
  /** Counts one completed step; steps beyond the plan do not count. */
  step: () => void;
  /** Ends the work; planned steps that were not needed count as completed. */
  end: () => void;
}>;

/**
 * Counts planned and completed steps of layout tests.
 * @param report called when steps are planned or completed
 */
export function openStepCounter(report: (steps: Steps) => void): (planned: number) => PlannedSteps {
  let done = 0;
  let total = 0;
  return (planned) => {
    let left = planned;
    total += planned;
    report({ done, total });
    const count = (steps: number): void => {
      left -= steps;
      done += steps;
      if (steps > 0) report({ done, total });
    };
    return { step: () => count(Math.min(1, left)), end: () => count(left) };
  };
}
