import { asOffprintError, type ErrorCode } from '../../errors.ts';
import { addEvent } from '../../store/events.ts';
import { type JobPhase, requireJob, setPhase, startJob } from '../../store/exports.ts';
import { placeOf } from '../../store/projects.ts';
import { writeReport } from '../report/report.ts';
import { openJob, openRun, type Run, type RunContext } from './open-run.ts';
import { PIPELINE, VerificationFailure } from './pipeline.ts';
import { driveStages } from './stage-driver.ts';
import { STAGES } from './stages.ts';

/**
 * Runs an export job stage by stage (stages.ts), or resumes it where its last process stopped. Throws the error that
 * fails the job; the caller stores it.
 * @throws OffprintError of every code but those of the store, and the reason of the signal
 */
export async function runExport(context: RunContext, jobId: string): Promise<void> {
  const { store, dataFolder, signal } = context;
  const opened = openJob(context, jobId);
  const { progress, frontier, scanCache, browser, project } = opened;
  startJob(store, jobId);
  let run: Run | undefined;
  const open = async (): Promise<Run> => {
    const before = run;
    run = undefined;
    await before?.source.close();
    run = await openRun(opened);
    return run;
  };
  let told: JobPhase | undefined;
  try {
    await driveStages(
      async (stage, mayTurn) =>
        PIPELINE[stage](run === undefined || stage === 'open' ? await open() : run, mayTurn),
      {
        origin: placeOf(project.origin),
        entered: (stage) => {
          const phase = STAGES[stage];
          if (phase === null || phase === told) return;
          if (requireJob(store, jobId).phase !== phase) setPhase(store, jobId, phase);
          progress.phase(phase);
          told = phase;
        },
        turned: (turn) => addEvent(store, jobId, 'turned-back', turn),
      },
    );
  } catch (error) {
    const fault = asOffprintError(error);
    if (!signal.aborted && !WAITS.has(fault.code)) {
      const check = error instanceof VerificationFailure ? error.check : null;
      const outcome = { status: 'failed', error: fault.message } as const;
      writeReport({ dataFolder, store, jobId, frontier, check, outcome });
    }
    throw error;
  } finally {
    progress.stop();
    scanCache.clear();
    await Promise.all([run?.source.close(), browser.close()]);
  }
}

/** Errors that make the job wait until they are resolved. */
const WAITS: ReadonlySet<ErrorCode> = new Set(['disk-full', 'login-required']);
