import { parentPort, workerData } from 'node:worker_threads';
import { asOffprintError } from '../errors.ts';
import { compareBundles } from './compare-bundles.ts';
import type { ComparedFiles } from './comparison.types.ts';

/** Worker thread that compares two bundles, which may take long. Started by comparisons.ts. */
try {
  const comparison = await compareBundles(workerData as ComparedFiles, new AbortController().signal);
  parentPort?.postMessage({ comparison });
} catch (error) {
  const { code, message } = asOffprintError(error);
  parentPort?.postMessage({ error: { code, message } });
}
