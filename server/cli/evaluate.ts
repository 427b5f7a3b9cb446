import path from 'node:path';
import { runTasks } from '../agents/eval/run-tasks.ts';
import { readTasks } from '../agents/eval/task.ts';
import { openModelClient } from '../agents/model/client.ts';
import { diagnose } from '../agents/model/doctor.ts';
import { openModelQueue } from '../agents/model/queue.ts';
import { DEFAULT_TIMERS, type ModelServer } from '../agents/model/server.ts';
import type { Transport } from '../agents/model/tool-transport.ts';
import { OffprintError } from '../errors.ts';
import type { EvalOptions } from './agent-eval.ts';
import { readText, tokenIn } from './agent-settings.ts';
import { EXIT } from './exit-codes.ts';
import { type Cell, outputFor, plural } from './terminal.ts';

/** Runs the tasks of a folder with a model, one after another, and prints the results. */
export async function evaluate(folder: string, options: EvalOptions): Promise<void> {
  const output = outputFor(options.json === true);
  const { site, tasks } = readTasks(path.resolve(folder));
  const { only } = options;
  const chosen = tasks.filter(({ name }) => !only || only.some((part) => name.includes(part)));
  if (chosen.length === 0) throw new OffprintError('usage', 'There are no matching tasks.');
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort(new OffprintError('canceled', 'Canceled.')));
  const server: ModelServer = {
    baseUrl: options.url.replace(/\/+$/, ''),
    model: options.model,
    apiKey: options.tokenFile === undefined ? null : tokenIn(options.tokenFile),
    caBundle: options.certificate === undefined ? null : readText(options.certificate),
    timers: DEFAULT_TIMERS,
  };
  output.note('Testing the model server.');
  const found = await diagnose(server, {
    signal: controller.signal,
    ...(options.window !== undefined && { maxProbeTokens: Math.min(options.window, 2048) }),
  });
  const way = found.recommended ?? withWindow(found, options.window);
  if (!way) {
    const why = found.findings.filter(({ severity }) => severity === 'error').map(({ sentence }) => sentence);
    throw new OffprintError('usage', `The model cannot be used for agent jobs. ${why.join(' ')}`);
  }
  const client = openModelClient(server, { queue: openModelQueue(), ...way });
  let count = 0;
  const results = await runTasks(
    site,
    chosen,
    { client, name: options.model, windowTokens: options.window ?? way.windowTokens },
    {
      signal: controller.signal,
      onResult: ({ name, passed, faults, seconds }) => {
        count += 1;
        output.note(
          `${count}/${chosen.length} ${passed ? 'passed' : 'FAILED'} ${name} (${seconds} s) ${faults[0] ?? ''}`,
        );
      },
    },
  );
  const passed = results.filter((result) => result.passed).length;
  const sum = (field: 'steps' | 'promptTokens' | 'completionTokens' | 'formatErrors' | 'seconds'): number =>
    Math.round(results.reduce((total, result) => total + result[field], 0) * 10) / 10;
  const summary = {
    model: options.model,
    transport: way.transport,
    tasks: results.length,
    passed,
    passRate: Math.round((passed / results.length) * 1000) / 1000,
    formatErrors: sum('formatErrors'),
    steps: sum('steps'),
    promptTokens: sum('promptTokens'),
    completionTokens: sum('completionTokens'),
    seconds: sum('seconds'),
  };
  output.result({ ...summary, results });
  output.table(
    ['TASK', 'RESULT', 'STEPS', 'SECONDS', 'WHY'],
    results.map((result): Cell[] => [
      result.name,
      { text: result.passed ? 'passed' : 'failed', colour: result.passed ? 'green' : 'red' },
      result.steps,
      result.seconds,
      result.faults.join('; '),
    ]),
  );
  output.line(`Passed:        ${passed} of ${results.length}`);
  output.line(`Format errors: ${summary.formatErrors} in ${plural(summary.steps, 'step')}`);
  output.line(`Tokens:        ${summary.promptTokens} read, ${summary.completionTokens} written`);
  output.line(`Time:          ${summary.seconds} s`);
  if (passed < results.length) process.exitCode = EXIT.checkFailed;
}

/**
 * Returns the connection settings of a usable model whose context window is known only from the options; otherwise
 * null.
 */
function withWindow(
  { tools }: Awaited<ReturnType<typeof diagnose>>,
  windowTokens: number | undefined,
): Readonly<{ transport: Transport; stream: boolean; windowTokens: number }> | null {
  if (!tools || windowTokens === undefined) return null;
  const { streamed, whole, text } = tools;
  const isNative = streamed === 'works' || whole === 'works';
  if (!isNative && text !== 'works') return null;
  return {
    transport: isNative ? 'native' : 'text',
    stream: streamed === 'works' || whole !== 'works',
    windowTokens,
  };
}
