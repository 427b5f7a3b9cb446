import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

/** Code of a repository runs in QuickJS, compiled to WebAssembly: it has no function of the host at all. */
export const LIMITS = {
  /** Processor time of one component or expression: what a busy machine gives is the same. */
  timeMs: 1_000,
  memoryBytes: 64 * 2 ** 20,
  stackBytes: 512 * 2 ** 10,
  /** What it may make of a page, as JSON. */
  resultLength: 4_000_000,
} as const;

export type Ran = Readonly<{
  value: unknown;
  /** Hooks and handlers by which it would change in a browser. */
  notes: readonly string[];
  /** Components of the format that it made elements of, and `page:<file>`. */
  used: readonly string[];
}>;

/** Code that failed or came to a limit. */
export class SandboxFault extends Error {
  override name = 'SandboxFault';
}

/** One engine with its own memory. Code that ran in it can be seen by code that runs in it later. */
export class Sandbox {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  #endMs = 0;
  #isBroken = false;

  constructor(engine: QuickJSWASMModule, builtIns: readonly string[]) {
    this.#runtime = engine.newRuntime();
    this.#runtime.setMemoryLimit(LIMITS.memoryBytes);
    this.#runtime.setMaxStackSize(LIMITS.stackBytes);
    this.#runtime.setInterruptHandler(() => processorMs() > this.#endMs);
    this.#context = this.#runtime.newContext();
    this.run(PRELUDE);
    this.run(`__builtIns(${JSON.stringify(builtIns)})`);
  }

  /** Runs a script for what it does. @throws SandboxFault */
  run(code: string): void {
    this.#evaluate(code);
  }

  /** The value of an expression as JSON can hold it. @throws SandboxFault */
  value(code: string): Ran {
    const text = this.#evaluate(`__forget();__json(${code}\n)`);
    if (text.length > LIMITS.resultLength) throw new SandboxFault('it produced more than a page can hold');
    const { text: json, notes, used } = JSON.parse(text) as { text: string; notes: string[]; used: string[] };
    return { value: JSON.parse(json), notes, used };
  }

  /** After some faults the engine cannot be relied on: a new one takes its place. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  #evaluate(code: string): string {
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
    try {
      this.#context.dispose();
      this.#runtime.dispose();
    } catch {
      // What code left behind after it came to a limit goes with its engine.
    }
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const PRELUDE = fs.readFileSync(fileURLToPath(new URL('prelude.js', import.meta.url)), 'utf8');

/** WebAssembly counts memory in pages (Memory objects of the JavaScript API). */
const PAGE_BYTES = 64 * 2 ** 10;
/** What the module declares as its least (16 MiB), of which the engine takes part. */
const ENGINE_PAGES = 256;

/**
 * The memory itself ends at the limit: the engine's own count (`setMemoryLimit`) leaves out what typed arrays hold, and
 * code that filled them took 2.2 GB and 20 seconds.
 */
export async function loadEngine(): Promise<QuickJSWASMModule> {
  const loaded: unknown = await import('@jitl/quickjs-wasmfile-release-sync');
  const { default: variant } = loaded as { default: QuickJSSyncVariant }; // its types are those of its CommonJS twin
  const maximum = ENGINE_PAGES + LIMITS.memoryBytes / PAGE_BYTES;
  const wasmMemory = new WebAssembly.Memory({ initial: ENGINE_PAGES, maximum });
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
}
