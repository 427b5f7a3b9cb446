/**
 * Cleanup at the end of a test or a test file. Test files share processes and their modules (vitest.config.ts), so a
 * shared module cannot register hooks when it is loaded: they would apply to the first file only. test/setup.ts runs
 * the cleanup for each file.
 */
type Work = () => unknown;

const afterTest: Work[] = [];
const afterFile: Work[] = [];

/** Runs `work` when the running test ends, or else the next one that begins. Last in, first out. */
export function atTestEnd(work: Work): void {
  afterTest.push(work);
}

/** Runs `work` when the test file ends. Last in, first out. */
export function atFileEnd(work: Work): void {
  afterFile.push(work);
}

export async function endTest(): Promise<void> {
  await runAll(afterTest);
}

export async function endFile(): Promise<void> {
  await runAll(afterTest);
  await runAll(afterFile);
}

async function runAll(works: Work[]): Promise<void> {
  for (let work = works.pop(); work; work = works.pop()) await work();
}
