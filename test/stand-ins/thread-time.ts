import process from 'node:process';

/**
 * Processor time that this thread has used, in ms: what a text must not cost without bound. Time by the clock would also
 * count what other programs take of a busy machine.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
