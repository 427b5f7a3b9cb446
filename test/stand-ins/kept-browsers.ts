import type { ChildProcess, SpawnOptions, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';

// Starting its two browsers takes a third of the time of a small export. A test process therefore keeps the browsers it
// has started: instead of closing, one is reset (contexts, pages, sessions) and given to the next caller with the same
// arguments.

type Spawn = typeof spawn;
type Start = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;
type Answer = Readonly<{
  browserContextIds?: readonly string[];
  targetInfos?: readonly Readonly<{ type: string; targetId: string; url: string }>[];
}>;

/** A browser ends after this many uses, because what it has drawn stays in its memory. */
const USES_MAX = 25;
const EMPTY_MS = 3_000;
/** Ids that the driver, which counts from 1, never reaches. */
const FIRST_ID = 2 ** 30;

const PROFILE = '--user-data-dir=';
/** A temporary profile, removed with its browser (chromium/launch.ts). */
const THROW_AWAY = /^--user-data-dir=.*offprint-chromium-/;

/** @returns a version of Node's `spawn` that keeps browsers driven over a pipe */
export function keepBrowsers(real: Spawn): Spawn {
  const start = real as Start;
  /** Idle browsers, by their arguments. */
  const idle = new Map<string, KeptBrowser>();
  const keep: Start = (file, args, options) => {
    if (!Array.isArray(args) || !args.some((one) => THROW_AWAY.test(one))) return start(file, args, options);
    const { HOME, ...env } = options.env ?? {};
    const key = JSON.stringify([file, args.filter((one) => !one.startsWith(PROFILE)), env]);
    const waiting = idle.get(key);
    idle.delete(key);
    const browser = waiting ?? startBrowser(start, file, args, options);
    browser.onIdle = () => {
      if (idle.has(key)) browser.kill();
      else idle.set(key, browser);
    };
    browser.onEnd = () => {
      if (idle.get(key) === browser) idle.delete(key);
    };
    return browser.lend() as unknown as ChildProcess;
  };
  return keep as Spawn;
}

function startBrowser(
  start: Start,
  file: string,
  args: readonly string[],
  options: SpawnOptions,
): KeptBrowser {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-kept-'));
  const ours = args.map((one) => (one.startsWith(PROFILE) ? PROFILE + profile : one));
  return new KeptBrowser(
    start(file, ours, { ...options, cwd: profile, env: { ...options.env, HOME: profile } }),
    profile,
  );
}

class KeptBrowser {
  onIdle: () => void = () => {};
  onEnd: () => void = () => {};
  readonly #child: ChildProcess;
  readonly #sessions = new Set<string>();
  readonly #answers = new Map<number, (answer: Answer) => void>();
  #uses = 0;
  /** The driver's view of it; undefined while it is idle. */
  #lent: LentBrowser | undefined;
  #pending: Buffer = Buffer.alloc(0);
  #nextId = FIRST_ID;

  constructor(child: ChildProcess, profile: string) {
    this.#child = child;
    const removeProfile = (): void => fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    process.on('exit', removeProfile);
    child.on('error', (error) => this.#lent?.emit('error', error));
    child.on('exit', () => this.onEnd());
    child.on('close', (code, signal) => {
      process.off('exit', removeProfile);
      fs.rm(profile, { recursive: true, force: true, maxRetries: 5 }, () => {});
      this.onEnd();
      for (const settle of this.#answers.values()) settle({});
      this.#lent?.end(code, signal);
    });
    const [errors, toBrowser, fromBrowser] = this.#pipes();
    errors?.on('data', (chunk) => this.#lent?.errors.push(chunk));
    fromBrowser?.on('data', (chunk: Buffer) => this.#read(chunk));
    toBrowser?.on('error', () => {});
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): boolean {
    return this.#child.kill(signal);
  }

  write(message: string | Buffer): void {
    this.#pipes()[1]?.write(message);
  }

  lend(): LentBrowser {
    this.#uses++;
    this.#lent = new LentBrowser(this);
    return this.#lent;
  }

  /** Takes it back from a driver that closed its pipe: resets it, or ends it. */
  async takeBack(): Promise<void> {
    const lent = this.#lent;
    if (this.#uses >= USES_MAX) {
      this.kill();
      return;
    }
    const timer = setTimeout(() => this.kill(), EMPTY_MS);
    await this.#empty();
    clearTimeout(timer);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#lent = undefined;
    this.onIdle();
    lent?.end(0, null);
  }

  async #empty(): Promise<void> {
    await this.#ask('Target.setAutoAttach', {
      autoAttach: false,
      waitForDebuggerOnStart: false,
      flatten: true,
    });
    await this.#ask('Target.setDiscoverTargets', { discover: false });
    const { browserContextIds = [] } = await this.#ask('Target.getBrowserContexts');
    for (const browserContextId of browserContextIds)
      await this.#ask('Target.disposeBrowserContext', { browserContextId });
    const { targetInfos = [] } = await this.#ask('Target.getTargets');
    const pages = targetInfos.filter(({ type }) => type === 'page');
    if (pages.length !== 1 || pages[0]?.url !== 'about:blank') {
      await this.#ask('Target.createTarget', { url: 'about:blank' });
      for (const { targetId } of pages) await this.#ask('Target.closeTarget', { targetId });
    }
    for (const sessionId of this.#sessions) await this.#ask('Target.detachFromTarget', { sessionId });
    this.#sessions.clear();
  }

  #pipes(): [Readable?, Writable?, Readable?] {
    return (this.#child.stdio?.slice(2) ?? []) as [Readable?, Writable?, Readable?];
  }

  /** Every message ends with a zero byte; a chunk may contain several, or part of one. */
  #read(chunk: Buffer): void {
    let rest = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      this.#take(rest.subarray(0, end + 1));
      rest = rest.subarray(end + 1);
    }
    this.#pending = rest;
  }

  #take(message: Buffer): void {
    const read = () => JSON.parse(message.subarray(0, -1).toString());
    const start = message.subarray(0, 200).toString();
    if (/"Target\.(attachedTo|detachedFrom)Target"/.test(start)) {
      const { method, params } = read();
      if (method === 'Target.attachedToTarget') this.#sessions.add(params.sessionId);
      else this.#sessions.delete(params.sessionId);
    }
    const [, id] = /^\{"id":(\d+)/.exec(start) ?? [];
    const settle = this.#answers.get(Number(id));
    if (settle) settle(read().result ?? {});
    else this.#lent?.messages.push(message);
  }

  #ask(method: string, params: object = {}): Promise<Answer> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#answers.set(id, (answer) => {
        this.#answers.delete(id);
        resolve(answer);
      });
      this.write(`${JSON.stringify({ id, method, params })}\0`);
    });
  }
}

/** A browser as its driver sees it: a `ChildProcess` that ends when its pipe is closed. */
class LentBrowser extends EventEmitter {
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  readonly errors = new Readable({ read() {} });
  readonly messages = new Readable({ read() {} });
  readonly stdio: readonly unknown[];
  readonly #browser: KeptBrowser;
  #hasEnded = false;

  constructor(browser: KeptBrowser) {
    super();
    this.#browser = browser;
    const toBrowser = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        browser.write(chunk);
        done();
      },
    });
    const endPipe = toBrowser.end.bind(toBrowser);
    toBrowser.end = () => {
      if (this.exitCode === null && this.signalCode === null) {
        // Immediately, because the driver kills the process next.
        this.exitCode = 0;
        browser.takeBack();
      }
      return endPipe();
    };
    this.stdio = [null, null, this.errors, toBrowser, this.messages];
  }

  get pid(): number | undefined {
    return this.#browser.pid;
  }

  get stderr(): Readable {
    return this.errors;
  }

  kill(signal?: NodeJS.Signals): boolean {
    return this.exitCode === null && this.signalCode === null && this.#browser.kill(signal);
  }

  end(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    Object.assign(this, { exitCode: code, signalCode: signal });
    for (const stream of [this.errors, this.messages]) stream.push(null);
    this.emit('exit', code, signal);
    this.emit('close', code, signal);
  }
}
