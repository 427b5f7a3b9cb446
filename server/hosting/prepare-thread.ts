import { parentPort, workerData } from 'node:worker_threads';
import { asOffprintError } from '../errors.ts';
import { prepareVersion } from './prepare-version.ts';
import type { FromThread, PrepareTask } from './prepare-version.types.ts';

/** A thread that brings a version here, so that readers of another one do not wait for it: roll-out.ts starts it. */
const tell = (message: FromThread): void => parentPort?.postMessage(message);

try {
  const prepared = await prepareVersion(workerData as PrepareTask, (activity) => tell({ activity }));
  tell({ prepared });
} catch (error) {
  const { code, message } = asOffprintError(error);
  tell({ error: { code, message } });
}
