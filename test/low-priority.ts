import os from 'node:os';

/**
 * The tests run at the priority that jobs give themselves: beside a test file that keeps the processors busy, the job
 * of another would else get next to none of them (a job's process is niced, server/exports/worker.ts).
 */
export default function setup(): void {
  os.setPriority(os.constants.priority.PRIORITY_LOW);
}
