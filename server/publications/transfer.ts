import { filesToSend } from './files-to-send.ts';
import { releaseFolder } from './layout.ts';
import { type PublicationRun, required, type Stage } from './publication-run.ts';
import type { Content, OutgoingFile } from './target.ts';

/** Number of small files sent concurrently. */
const AT_ONCE = 8;

/** Transfers missing files: copies those that another version on the target has, sends the rest. */
export const transferFiles: Stage = async (run) => {
  const { target, meter, signal } = run;
  const { version, files } = required(run.release, 'release');
  const folder = releaseFolder(version);
  const { toSend, toCopy, foreign } = await filesToSend(run);
  const total = toSend.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  meter.begin('transfer', total);
  for (let kept = files.length - toSend.length - toCopy.length; kept > 0; kept--) meter.kept();
  for (const { path } of foreign) await target.remove(`${folder}/${path}`);

  const wanted = new Set(toSend.map(({ path }) => path));
  await eachOf(toCopy, AT_ONCE, async ({ from, file }) => {
    signal.throwIfAborted();
    if (await target.copy(from, `${folder}/${file.path}`)) meter.kept();
    else wanted.add(file.path); // it is gone, or the target cannot copy
  });

  const send = async (file: OutgoingFile, content: Content): Promise<void> => {
    await target.write({ ...file, path: `${folder}/${file.path}` }, content, meter.done);
    run.damaged.delete(file.path);
    meter.sent(file.sizeBytes);
  };
  await sendAll(run, wanted, send);
  meter.flush();
  return 'verify';
};

/** Sends large files one at a time and small ones concurrently. */
async function sendAll(
  { source, signal }: PublicationRun,
  wanted: ReadonlySet<string>,
  send: (file: OutgoingFile, content: Content) => Promise<void>,
): Promise<void> {
  if (wanted.size === 0) return;
  const running = new Set<Promise<void>>();
  try {
    for await (const { file, content, isSmall } of required(source, 'source').open(wanted, signal)) {
      if (!isSmall) {
        await send(file, content);
        continue;
      }
      if (running.size >= AT_ONCE) await Promise.race(running);
      const sending: Promise<void> = send(file, content).then(() => {
        running.delete(sending); // a failed one stays, so the next race rejects
      });
      sending.catch(() => {});
      running.add(sending);
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}

/** Processes all items with limited concurrency. @throws the first error, once all started items have ended */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined && !failed; item = items[next++]) {
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const first = ended.find((each) => each.status === 'rejected');
  if (first) throw first.reason;
}
