import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';
import { killTree } from './process-tree.ts';

/** How a browser process ended. `spawnError` is set if it never started. */
export type BrowserEnd = Readonly<{
  spawnError?: Error;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Whether `kill` was called; distinguishes our SIGKILL from the system's. */
  killedByUs: boolean;
}>;

/** A running browser: its process, its DevTools pipe and its error output. */
export type BrowserProcess = Readonly<{
  child: ChildProcess;
  transport: ConnectionTransport;
  /** Resolves once the process and everything that it started have ended. Never rejects. */
  ended: Promise<BrowserEnd>;
  /** The last 16 KiB that the browser wrote to standard error. */
  complaints: () => string;
  /** Ends the whole process tree at once. Does nothing if it has already ended. */
  kill: () => void;
}>;

/**
 * Starts the browser and communicates with it over two pipes (file descriptors 3 and 4, `--remote-debugging-pipe`),
 * because another program could connect to a port.
 *
 * Does not use Puppeteer's own launcher: with a pipe, a failed spawn crashes the process (an unhandled `error` event),
 * the browser's error output is not exposed, and every failure is reported as "Target closed".
 *
 * The process tree ends with this process. If this process is killed, the kernel closes the pipes, which makes Chromium
 * quit; if it exits in any other way, it kills the tree. Chromium's child processes quit when their parent does.
 *
 * @throws the system's error, with its code, if the process cannot even be created
 */
export function startBrowserProcess(
  executablePath: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): BrowserProcess {
  const child = spawn(executablePath, args, {
    ...options,
    // A separate process group allows renderers and whatever a wrapper script started to be killed together. Not on
    // Linux, where it would also create a new session, which disturbs other processes (docs/decisions/0012).
    detached: process.platform === 'darwin',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  // Node omits the pipes if it has no file descriptors left for them.
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
    const hasEnded = child.exitCode !== null || child.signalCode !== null; // its pid may have been reused
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
      // 'close' fires once all holders of the pipes have closed them; do not wait for any that still hold them then.
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

/** Messages are JSON in UTF-8, each terminated by a zero byte (content/browser/devtools/devtools_pipe_handler.cc). */
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
      // One event loop turn per message, so that code awaiting a message runs before the next one is handled.
      setImmediate(() => transport.onmessage?.(message));
    }
    pending.push(chunk.subarray(start));
  });
  fromBrowser.on('close', () => transport.onclose?.());
  // A broken pipe means that the browser has ended, which `ended` reports.
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
