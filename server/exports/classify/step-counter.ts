/** Steps that are done, of those that are expected. */
export type Steps = Readonly<{ done: number; total: number }>;

/** A piece of work whose steps were planned. */
export type PlannedSteps = Readonly<{
  /** One more is done; those beyond the plan do not count. */
  step: () => void;
  /** The work is done: what was planned and not needed counts as done. */
  end: () => void;
}>;

/**
 * Counts the steps in which layouts are tested, of all that are planned.
 * @param report called when steps are planned, and when they are done
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
