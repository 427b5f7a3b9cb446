import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

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

test.runIf(fs.existsSync('/proc/self/autogroup'))(
  'so is that of its session, and of sessions that it starts',
  async () => {
    const script = `
    import { spawn } from 'node:child_process';
    import fs from 'node:fs';
    const { lowerBrowserSession, takeLowestPriority } = await import(${JSON.stringify(new URL('./priority.ts', import.meta.url).href)});
    const start = () => spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    const [early, late] = [start(), start()];
    lowerBrowserSession(early.pid);
    takeLowestPriority();
    lowerBrowserSession(late.pid);
    await new Promise((resolve) => setTimeout(resolve, 1000)); // users other than root are told to wait their turn
    const sessions = [process, early, late].map(({ pid }) => fs.readFileSync('/proc/' + pid + '/autogroup', 'utf8'));
    process.stdout.write(JSON.stringify(sessions));
    for (const { pid } of [early, late]) process.kill(-pid, 'SIGKILL');
    process.exit();
  `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { detached: true });
    const said = await text(child.stdout);
    const nice = JSON.parse(said).map((session: string) => Number(/nice (\d+)$/m.exec(session)?.[1]));
    expect(nice).toEqual([19, 0, 19]);
  },
);
