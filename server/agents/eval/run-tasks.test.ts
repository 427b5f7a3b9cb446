import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { finish } from '../../../test/stand-ins/model-policies.ts';
import {
  type ModelStandIn,
  type Policy,
  startModelServer,
  type Turn,
} from '../../../test/stand-ins/model-server.ts';
import { openModelClient } from '../model/client.ts';
import { openModelQueue } from '../model/queue.ts';
import { DEFAULT_TIMERS } from '../model/server.ts';
import { type EvalResult, runTasks } from './run-tasks.ts';
import { readTasks } from './task.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const { site, tasks } = readTasks(path.join(root, 'examples/agent-tasks'));
type Call = readonly [name: string, args: Record<string, unknown>];
const solutions = JSON.parse(
  fs.readFileSync(path.join(root, 'test/agent-eval/solutions.json'), 'utf8'),
) as Record<string, readonly Call[]>;

let standIn: ModelStandIn | undefined;
afterEach(() => standIn?.close());

async function run(policy: Policy, chosen = tasks): Promise<readonly EvalResult[]> {
  standIn = await startModelServer({ policy });
  const server = {
    baseUrl: standIn.baseUrl,
    model: 'scripted',
    apiKey: null,
    caBundle: null,
    timers: DEFAULT_TIMERS,
  };
  const client = openModelClient(server, {
    queue: openModelQueue({ drainMs: 1 }),
    transport: 'native',
    stream: true,
    firstPauseMs: 1,
  });
  const model = { client, name: 'scripted', windowTokens: 32_000 };
  return runTasks(site, chosen, model, { signal: new AbortController().signal });
}

/** A model that knows what to do for each task. */
const knowing: Policy = ({ messages }) => {
  const request = messages.find(({ role }) => role === 'user')?.content ?? '';
  const task = tasks.find((one) => one.request === request);
  const turns = messages.filter(({ role }) => role === 'assistant').length;
  const call = solutions[task?.name ?? '']?.[turns];
  return call ? ({ calls: [{ name: call[0], arguments: call[1] }] } satisfies Turn) : finish('Done');
};

describe('the tasks', () => {
  it('are thirty, each with a request of its own', () => {
    expect(tasks).toHaveLength(30);
    expect(new Set(tasks.map(({ request }) => request)).size).toBe(30);
  });

  it.runIf(isFullRun)('can all be solved with the tools that there are, within their limits', async () => {
    const results = await run(knowing, firstOf(4, tasks));
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results.every(({ formatErrors, steps }) => formatErrors === 0 && steps > 0)).toBe(true);
  });

  it.runIf(isFullRun)(
    'are not passed by a model that says that nothing has to be done, but for those where it is so',
    async () => {
      const lazy: Policy = () => ({
        calls: [{ name: 'finish', arguments: { title: 'x', summary: 'x', no_change_needed: 'It is so.' } }],
      });
      const passed = (await run(lazy)).filter((result) => result.passed).map(({ name }) => name);
      expect(passed).toEqual(tasks.filter(({ expect: wanted }) => wanted.noChange).map(({ name }) => name));
    },
  );

  it('are not passed by a change beside what was asked', async () => {
    const [task] = tasks;
    const beside: Policy = (request, number) => {
      const turns = request.messages.filter(({ role }) => role === 'assistant').length;
      const own = solutions[task?.name ?? '']?.length ?? 0;
      if (turns < own) return knowing(request, number);
      if (turns > own) return finish('Done');
      return { calls: [{ name: 'create', arguments: { path: 'extra.md', text: '# Extra\n' } }] };
    };
    const [result] = await run(beside, tasks.slice(0, 1));
    expect(result?.passed).toBe(false);
    expect(result?.faults.join()).toContain('extra.md');
  });
});
