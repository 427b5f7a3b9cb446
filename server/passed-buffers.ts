import v8 from 'node:v8';
import vm from 'node:vm';

/** How many bytes may pass through memory before the buffers that held them are collected. */
const COLLECT_EVERY_BYTES = 4 * 2 ** 20;

type Collect = (options: Readonly<{ type: 'minor' }>) => void;

let collect: Collect | undefined;
let passedBytes = 0;

/**
 * Told of bytes that have passed through buffers of their own, has these collected now and then. By itself the engine collects
 * when its young objects fill their space, and hardly counts the buffers behind them: a fast connection leaves 130 to 400 MB
 * (docs/benchmarks/large-bundle.md). Collections of young objects alone cost no time that could be measured there.
 */
export function buffersPassed(sizeBytes: number): void {
  passedBytes += sizeBytes;
  if (passedBytes < COLLECT_EVERY_BYTES) return;
  passedBytes = 0;
  collect ??= youngCollector();
  collect({ type: 'minor' });
}

/** Node gives it to new contexts once the flag is set. */
function youngCollector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as Collect;
}
