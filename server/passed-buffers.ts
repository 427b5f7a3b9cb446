import v8 from 'node:v8';
import vm from 'node:vm';

/** How many bytes may pass through memory before their buffers are collected. */
const COLLECT_EVERY_BYTES = 4 * 2 ** 20;

type Collect = (options: Readonly<{ type: 'minor' }>) => void;

let collect: Collect | undefined;
let passedBytes = 0;

/**
 * Counts bytes in buffers that are no longer needed, and regularly runs a minor garbage collection. By itself, the
 * engine collects young objects when their space is full, and hardly counts the buffers behind them: a fast connection
 * leaves 130 to 400 MB (docs/benchmarks/large-bundle.md). Minor collections had no measurable cost there.
 */
export function buffersPassed(sizeBytes: number): void {
  passedBytes += sizeBytes;
  if (passedBytes < COLLECT_EVERY_BYTES) return;
  passedBytes = 0;
  collect ??= youngCollector();
  collect({ type: 'minor' });
}

/** Node exposes `gc` to new contexts once the flag is set. */
function youngCollector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as Collect;
}
