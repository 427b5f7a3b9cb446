import type { BrowserWindow } from 'electron';
import type { Job, JobList, Progress } from '../server/api/wire.types.ts';
import type { Client } from '../server/cli/client.ts';
import type { ElectronApis } from './electron.types.ts';
import type { JobNews } from './job-events.ts';
import type { Texts } from './messages.ts';

export type JobWatch = Readonly<{
  hear: (news: JobNews) => void;
  /** Jobs that are running. */
  runningCount: () => number;
  close: () => void;
}>;

/**
 * Shows jobs to the operating system: progress in the taskbar or dock, no sleep while a job runs, and a notification
 * when a job ends while the window is not focused.
 */
export function watchJobs(
  { app, powerSaveBlocker, Notification }: Pick<ElectronApis, 'app' | 'powerSaveBlocker' | 'Notification'>,
  client: () => Promise<Client>,
  window: () => BrowserWindow | undefined,
  show: (jobId: string) => void,
  t: Texts,
  log: (line: string) => void,
): JobWatch {
  const running = new Map<string, number>();
  let blocker: number | undefined;
  let isClosed = false;

  const tellSystem = (): void => {
    const bar = running.size === 0 ? -1 : sum([...running.values()]) / running.size / 100;
    const target = window();
    if (target && !target.isDestroyed()) target.setProgressBar(bar);
    app.setBadgeCount(running.size);
    if (running.size > 0) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== undefined) {
      powerSaveBlocker.stop(blocker);
      blocker = undefined;
    }
  };

  const notify = ({ jobId, domain, status, error }: Job): void => {
    if (window()?.isFocused() || !Notification.isSupported()) return;
    const note = new Notification({
      title: t(status === 'completed' ? 'desktop.exported' : 'desktop.failed', { site: domain }),
      body: status === 'completed' ? t('desktop.exportedText') : (error ?? ''),
    });
    note.on('click', () => show(jobId));
    note.on('failed', (_event, why) => log(`a notification could not be shown: ${why}`));
    note.show();
  };

  const ask = async (jobId: string): Promise<void> => {
    const job = await (await client())
      .request<Job>('GET', `/v1/static-export/jobs/${jobId}`)
      .catch(() => undefined);
    if (isClosed) return;
    if (job?.status === 'running') running.set(jobId, job.progress);
    else if (running.delete(jobId) && job && job.status !== 'queued') notify(job);
  };

  const askAll = async (): Promise<void> => {
    const list = await (await client()).request<JobList>(
      'GET',
      '/v1/static-export/jobs?status=running&limit=100',
    );
    const before = [...running.keys()];
    for (const { jobId, progress } of list.jobs) running.set(jobId, progress);
    await Promise.all(before.map(ask));
  };

  const look = async ({ connected, progress, changed }: JobNews): Promise<void> => {
    for (const one of progress as readonly Progress[]) running.set(one.jobId, one.progress);
    if (connected) await askAll();
    await Promise.all(changed.map(ask));
    if (!isClosed) tellSystem();
  };

  return {
    hear: (news) => {
      look(news).catch((error: unknown) => log(`the jobs could not be loaded: ${error}`));
    },
    runningCount: () => running.size,
    close: () => {
      isClosed = true;
      running.clear();
      tellSystem();
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
