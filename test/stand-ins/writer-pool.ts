import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import process from 'node:process';

/** Starts a program, as `fork` does. */
type Start = (file: URL, args: readonly string[]) => ChildProcess;
type FromRunner = Readonly<{ message?: unknown; ended?: boolean }>;
type Runner = { child: ChildProcess; isFree: boolean; writer: Writer | undefined };

const RUNNER = new URL('./writer-runner.js', import.meta.url);
const runners = new Set<Runner>();

/** A lent process as its host sees it: a `ChildProcess` whose channel closes while the process lives on. */
class Writer extends EventEmitter {
  readonly #runner: Runner;
  connected = true;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;

  constructor(runner: Runner) {
    super();
    this.#runner = runner;
  }

  get pid(): number | undefined {
    return this.#runner.child.pid;
  }

  send(message: unknown, told?: (error: Error | null) => void): boolean {
    return this.#runner.child.send({ message }, told);
  }

  disconnect(): void {
    if (!this.connected) return;
    this.connected = false;
    if (this.#runner.child.connected) this.#runner.child.send({ closed: true }, () => {});
  }

  kill(signal?: NodeJS.Signals): boolean {
    return this.exitCode === null && this.signalCode === null && this.#runner.child.kill(signal);
  }

  ref(): void {}

  unref(): void {}

  end(code: number | null, signal: NodeJS.Signals | null): void {
    Object.assign(this, { connected: false, exitCode: code, signalCode: signal });
    this.emit('exit', code, signal);
  }
}

/**
 * Lends an idle process that was the writer of another data folder, if there is one: loading the program and its
 * threads costs as much as ten small exports. It has its own id, and is killed and ends like any process.
 */
export function lendWriter(
  start: Start,
  main: URL,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  if (args[1] !== 'normal') return start(main, args); // a lowered priority cannot be raised again
  const free = [...runners].find(({ isFree, child }) => isFree && child.connected) ?? startRunner(start);
  free.isFree = false;
  free.child.send({ start: { main: main.href, args, env, cwd: process.cwd(), umask: process.umask() } });
  const writer = new Writer(free);
  free.writer = writer;
  return writer as unknown as ChildProcess;
}

function startRunner(start: Start): Runner {
  const runner: Runner = { child: start(RUNNER, []), isFree: true, writer: undefined };
  const { child } = runner;
  runners.add(runner);
  child.unref();
  child.channel?.unref();
  child.on('message', ({ message, ended }: FromRunner) => {
    if (message !== undefined) runner.writer?.emit('message', message);
    if (!ended) return;
    const { writer } = runner;
    runner.writer = undefined;
    runner.isFree = true;
    writer?.end(0, null);
  });
  child.on('error', (error) => runner.writer?.emit('error', error));
  child.on('exit', (code, signal) => {
    runners.delete(runner);
    runner.writer?.end(code, signal);
  });
  return runner;
}
