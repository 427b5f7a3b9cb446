import process from 'node:process';

/**
 * CPU time used by this thread, in ms, for checking that the cost of a text is bounded. Wall-clock time would include
 * other programs on a busy machine.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
