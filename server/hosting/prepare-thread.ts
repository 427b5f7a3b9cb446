import { parentPort, workerData } from 'node:worker_threads';
import { asOffprintError } from '../errors.ts';
import { prepareVersion } from './prepare-version.ts';
import type { FromThread, PrepareTask } from './prepare-version.types.ts';

/** Thread that fetches a version, to avoid slowing down responses to readers. Started by roll-out.ts. */
const tell = (message: FromThread): void => parentPort?.postMessage(message);

try {
  const prepared = await prepareVersion(workerData as PrepareTask, (activity) => tell({ activity }));
  tell({ prepared });
} catch (error) {
  const { code, message } = asOffprintError(error);
  tell({ error: { code, message } });
}
