import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';
import { killTree } from './process-tree.ts';

/** How a browser's process ended: `spawnError` when it never started. */
export type BrowserEnd = Readonly<{
  spawnError?: Error;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Whether `kill` was called, so that a SIGKILL of ours is not taken for the system's. */
  killedByUs: boolean;
}>;

/** A running browser: its process, its DevTools pipe and what it complained about. */
export type BrowserProcess = Readonly<{
  child: ChildProcess;
  transport: ConnectionTransport;
  /** Resolves, never rejects, when the process has ended and all that it started with it. */
  ended: Promise<BrowserEnd>;
  /** The last 16 KiB that the browser wrote to standard error. */
  complaints: () => string;
  /** Ends the whole process tree at once. Harmless when it has ended. */
  kill: () => void;
}>;

/**
 * Starts the browser and speaks to it over two pipes (file descriptors 3 and 4, `--remote-debugging-pipe`): no port
 * that another program could connect to.
 *
 * Puppeteer's own launcher is not used: over a pipe it lets a failed spawn crash the process (an `error` event that
 * nobody listens to), keeps what the browser wrote to itself, and says "Target closed" for all of it.
 *
 * The tree dies with us: a killed process's pipes are closed by the kernel, which Chromium takes as the order to
 * quit; on every other end of ours the tree is killed. Chromium's own processes quit when the one that started them has.
 *
 * @throws the system's error, with its code, where the process cannot even be created
 */
export function startBrowserProcess(
  executablePath: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): BrowserProcess {
  const child = spawn(executablePath, args, {
    ...options,
    // A group of its own, so that renderers and whatever a wrapper script started can be killed together; but not on
    // Linux, where it would come with a session of its own, which disturbs others (docs/decisions/0012).
    detached: process.platform === 'darwin',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  // Node leaves the pipes out where it had no file descriptors left for them.
  const pipes = (child.stdio as typeof child.stdio | undefined)?.slice(2) as
    | [Readable, Writable, Readable]
    | undefined;
  if (!pipes) {
    child.once('error', () => {});
    throw Object.assign(new Error('there are no file descriptors left'), { code: 'EMFILE' });
  }
  const [errorOutput, toBrowser, fromBrowser] = pipes;

  let killedByUs = false;
  const kill = () => {
    killedByUs = true;
    const hasEnded = child.exitCode !== null || child.signalCode !== null; // its number may be another's by now
    if (child.pid !== undefined && !hasEnded) killTree(child.pid);
  };
  process.on('exit', kill);
  const ended = new Promise<BrowserEnd>((resolve) => {
    let letGo: NodeJS.Timeout | undefined;
    child.once('error', (spawnError) => {
      if (child.pid === undefined) resolve({ spawnError, exitCode: null, signal: null, killedByUs });
    });
    child.once('exit', () => {
      if (process.platform === 'darwin' && child.pid !== undefined) killTree(child.pid);
      // 'close' comes when nobody holds the pipes any more; what still has them then is not waited for.
      letGo = setTimeout(() => {
        for (const pipe of pipes) pipe.destroy();
      }, 2_000);
    });
    child.once('close', (exitCode, signal) => {
      clearTimeout(letGo);
      resolve({ exitCode, signal, killedByUs });
    });
  }).finally(() => process.off('exit', kill));

  return {
    child,
    ended,
    kill,
    complaints: keepTail(errorOutput, 16 * 1024),
    transport: pipeTransport(toBrowser, fromBrowser),
  };
}

/** Messages are JSON in UTF-8, each ended by a zero byte (content/browser/devtools/devtools_pipe_handler.cc). */
function pipeTransport(toBrowser: Writable, fromBrowser: Readable): ConnectionTransport {
  const transport: ConnectionTransport = {
    send: (message) => {
      toBrowser.write(`${message}\0`);
    },
    // Chromium quits when its pipe ends.
    close: () => {
      toBrowser.end();
    },
  };
  let pending: Buffer[] = [];
  fromBrowser.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...pending, chunk.subarray(start, end)]).toString();
      pending = [];
      start = end + 1;
      // One turn of the event loop each: what waits for a message runs before the next one is handled.
      setImmediate(() => transport.onmessage?.(message));
    }
    pending.push(chunk.subarray(start));
  });
  fromBrowser.on('close', () => transport.onclose?.());
  // A broken pipe means that the browser has ended, and that is reported by `ended`.
  for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', () => {});
  return transport;
}

function keepTail(stream: Readable, maxLength: number): () => string {
  let tail = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    tail = (tail + text).slice(-maxLength);
  });
  stream.on('error', () => {});
  return () => tail;
}
