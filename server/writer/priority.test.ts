import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { firstOf } from '../../test/stand-ins/full.ts';
import { commandPorts, nodePorts, openHost } from './host.ts';
import { exportPriorityOf } from './priority.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.runIf(process.platform === 'linux')(
  'the lowest priority is that of every thread, those of the engine included',
  async () => {
    const script = `
      import fs from 'node:fs';
      import os from 'node:os';
      const { takeLowestPriority } = await import(${JSON.stringify(new URL('./priority.ts', import.meta.url).href)});
      takeLowestPriority();
      const threads = fs.readdirSync('/proc/self/task');
      process.stdout.write(JSON.stringify(threads.map((thread) => os.getPriority(Number(thread)))));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const priorities = JSON.parse(stdout);
    expect(priorities.length).toBeGreaterThan(3);
    expect(new Set(priorities)).toEqual(new Set([19]));
  },
);

test.runIf(process.platform === 'linux')(
  'and so is the class for idle work, also of what is started later',
  async ({ skip }) => {
    if (spawnSync('chrt', ['--version']).error) skip('chrt of util-linux is not there');
    const script = `
      import { spawnSync } from 'node:child_process';
      const { takeLowestPriority } = await import(${JSON.stringify(new URL('./priority.ts', import.meta.url).href)});
      takeLowestPriority();
      const classes = spawnSync('chrt', ['--all-tasks', '--pid', String(process.pid)]).stdout;
      const child = spawnSync('sh', ['-c', 'chrt --pid $$']).stdout;
      process.stdout.write(classes + child);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const classes = [...stdout.matchAll(/policy: (\w+)/g)].map(([, name]) => name);
    expect(classes.length).toBeGreaterThan(4);
    expect(new Set(classes)).toEqual(new Set(['SCHED_IDLE']));
  },
);

test.runIf(process.platform === 'linux')(
  'the worker is in the session of the server: another would have a share of its own',
  async () => {
    const worker = nodePorts.spawnWorker(new URL('./main.ts', import.meta.url), []);
    worker.kill();
    const sessionOf = (pid: number | string): string => {
      const state = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      return state.slice(state.lastIndexOf(')') + 2).split(' ')[3] ?? '';
    };
    expect(sessionOf(worker.pid ?? 0)).toBe(sessionOf('self'));
  },
);

test.each(
  firstOf(1, [
    ['of a server runs in the background', undefined, undefined, os.constants.priority.PRIORITY_LOW],
    [
      'of a server runs at the normal priority where the environment says so',
      undefined,
      'normal',
      os.getPriority(),
    ],
    [
      'of a command, which somebody waits for, runs at the normal priority',
      'normal',
      undefined,
      os.getPriority(),
    ],
  ] as const),
)('the worker %s', async (_, exportPriority, named, priority) => {
  vi.stubEnv('OFFPRINT_EXPORT_PRIORITY', named);
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-test-'));
  let worker: ChildProcess | undefined;
  const host = await openHost(dataFolder, {
    exportPriority,
    spawnWorker: (file, args) => {
      worker = nodePorts.spawnWorker(file, args);
      return worker;
    },
  });
  expect(os.getPriority(worker?.pid)).toBe(priority);
  await host.close();
  fs.rmSync(dataFolder, { recursive: true });
});

test('commands run at the normal priority; servers leave it to the environment', () => {
  expect(commandPorts.exportPriority).toBe('normal');
  expect(nodePorts.exportPriority).toBe(undefined);
  expect(exportPriorityOf({})).toBe('background');
  expect(() => exportPriorityOf({ OFFPRINT_EXPORT_PRIORITY: 'high' })).toThrow(
    'OFFPRINT_EXPORT_PRIORITY is "high". Set it to background or normal.',
  );
});
