import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

/** Preloaded into a program: on SIGUSR2 it reports on standard error the event loop delay since the last signal. */
const RESOLUTION_MS = 10;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('SIGUSR2', () => {
  // The histogram counts whole timer intervals: anything beyond one interval is the delay.
  const ms = (nanoseconds: number): number =>
    Math.max(0, Math.round(nanoseconds / 1e5 - RESOLUTION_MS * 10) / 10);
  const found = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) };
  process.stderr.write(`loop-delay ${JSON.stringify(found)}\n`);
  delay.reset();
});
