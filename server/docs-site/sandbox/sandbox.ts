import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

/**
 * Limits for code of a repository. It runs in QuickJS, compiled to WebAssembly, without access to any function of the
 * host.
 */
export const LIMITS = {
  /** CPU time of one component or expression, which does not depend on the machine's load. */
  timeMs: 1_000,
  /** Wall-clock time after which code is terminated that the engine cannot interrupt: loops in its built-in functions. */
  clockMs: 30_000,
  memoryBytes: 64 * 2 ** 20,
  stackBytes: 512 * 2 ** 10,
  /** Length of a result as JSON. */
  resultLength: 4_000_000,
} as const;

export type Ran = Readonly<{
  value: unknown;
  /** Hooks and handlers that would change the result in a browser. */
  notes: readonly string[];
  /** Components of the format that the code created elements of, and `page:<file>`. */
  used: readonly string[];
}>;

/** Error for code that failed or reached a limit. */
export class SandboxFault extends Error {
  override name = 'SandboxFault';
}

/** A JavaScript runtime with its own heap. Code that runs in it can see what earlier code left there. */
export class Sandbox {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  #endMs = 0;
  #isBroken = false;
  #isLost = false;

  constructor(engine: QuickJSWASMModule, builtIns: readonly string[]) {
    this.#runtime = engine.newRuntime();
    this.#runtime.setMemoryLimit(LIMITS.memoryBytes);
    this.#runtime.setMaxStackSize(LIMITS.stackBytes);
    this.#runtime.setInterruptHandler(() => processorMs() > this.#endMs);
    this.#context = this.#runtime.newContext();
    this.run(PRELUDE);
    this.run(`__builtIns(${JSON.stringify(builtIns)})`);
  }

  /** Runs a script for its side effects. @throws SandboxFault */
  run(code: string): void {
    this.#evaluate(code);
  }

  /** Returns the value of an expression, as far as JSON can represent it. @throws SandboxFault */
  value(code: string): Ran {
    const text = this.#evaluate(`__forget();__json(${code}\n)`);
    if (text.length > LIMITS.resultLength) throw new SandboxFault('it produced more than a page can hold');
    const { text: json, notes, used } = JSON.parse(text) as { text: string; notes: string[]; used: string[] };
    return { value: JSON.parse(json), notes, used };
  }

  /** Whether a fault has made the runtime unreliable, so that a new one must replace it. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Whether the code was terminated, after which the engine cannot be used again. */
  get isLost(): boolean {
    return this.#isLost;
  }

  #evaluate(code: string): string {
    if (this.#isLost) throw new SandboxFault('code before it on the page ran for too long');
    try {
      return withinMs(LIMITS.clockMs, () => this.#evaluated(code));
    } catch (error) {
      if (error instanceof SandboxFault) throw error;
      this.#isBroken = true;
      this.#isLost = isTimeout(error);
      if (this.#isLost) throw new SandboxFault(`it ran for more than ${LIMITS.timeMs} ms`);
      throw error;
    }
  }

  #evaluated(code: string): string {
    this.#endMs = processorMs() + LIMITS.timeMs;
    const result = this.#context.evalCode(code, 'code.js', { type: 'global', strict: false });
    if (result.error) {
      const fault: unknown = this.#context.dump(result.error);
      result.error.dispose();
      const message =
        typeof fault === 'object' && fault !== null && 'message' in fault
          ? String(fault.message)
          : String(fault);
      if (/interrupted|out of memory|stack/i.test(message) || message === 'null') this.#isBroken = true;
      throw new SandboxFault(
        message === 'interrupted'
          ? `it ran for more than ${LIMITS.timeMs} ms`
          : message === 'null'
            ? 'it used too much memory'
            : message.slice(0, 300),
      );
    }
    const text = this.#context.typeof(result.value) === 'string' ? this.#context.getString(result.value) : '';
    result.value.dispose();
    return text;
  }

  close(): void {
    if (this.#isLost) return;
    try {
      this.#context.dispose();
      this.#runtime.dispose();
    } catch {
      // Cleanup may fail after code reached a limit. The memory is freed with the engine.
    }
  }
}

const GUARDED = vm.createContext({ work: undefined });
const GUARD = new vm.Script('work()');

/**
 * Runs a function and terminates it after a time. `[].indexOf.call({ length: 2 ** 53 - 1 }, 1)` is a single instruction to
 * the engine, so its interrupt handler is never called.
 * @throws Error for which `isTimeout` is true
 */
function withinMs<T>(timeout: number, work: () => T): T {
  GUARDED.work = work;
  try {
    return GUARD.runInContext(GUARDED, { timeout }) as T;
  } finally {
    GUARDED.work = undefined;
  }
}

function isTimeout(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'; // from another realm, so no instanceof
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const PRELUDE = fs.readFileSync(fileURLToPath(new URL('prelude.js', import.meta.url)), 'utf8');

/** WebAssembly measures memory in pages (Memory objects of the JavaScript API). */
const PAGE_BYTES = 64 * 2 ** 10;
/** Minimum memory declared by the module (16 MiB), part of which the engine uses itself. */
const ENGINE_PAGES = 256;

/**
 * Loads the engine with a limit on its WebAssembly memory. The engine's own limit (`setMemoryLimit`) does not count the
 * contents of typed arrays: code that filled them took 2.2 GB and 20 seconds.
 */
export async function loadEngine(): Promise<QuickJSWASMModule> {
  const loaded: unknown = await import('@jitl/quickjs-wasmfile-release-sync');
  const { default: variant } = loaded as { default: QuickJSSyncVariant }; // its types are those of the CommonJS build
  const maximum = ENGINE_PAGES + LIMITS.memoryBytes / PAGE_BYTES;
  const wasmMemory = new WebAssembly.Memory({ initial: ENGINE_PAGES, maximum });
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
}
