import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { createServer } from '../../server/app.ts';

/** A server that reports over IPC its event loop delay since the last query (api-load.ts). */
const server = createServer(
  { dataFolder: process.argv[2] ?? '', listener: { port: 0 } },
  { secrets: { keychain: null, env: {} } },
);
const { url } = await server.listen();
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('message', () => {
  // The histogram counts whole timer intervals: anything beyond one interval is the delay.
  process.send?.({ delayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - 10) });
  delay.reset();
});
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
process.send?.({ url });
