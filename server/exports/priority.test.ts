import { execFile } from 'node:child_process';
import fs from 'node:fs';
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

test.runIf(fs.existsSync('/proc/self/autogroup'))('a session that a child leads gets it too', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import fs from 'node:fs';
    const { passPriorityToSession, takeLowestPriority } = await import(${JSON.stringify(new URL('./priority.ts', import.meta.url).href)});
    takeLowestPriority();
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    passPriorityToSession(child.pid);
    await new Promise((resolve) => setTimeout(resolve, 1000)); // users other than root are told to wait their turn
    process.stdout.write(fs.readFileSync('/proc/' + child.pid + '/autogroup', 'utf8'));
    process.kill(-child.pid, 'SIGKILL');
    process.exit();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toMatch(/nice 19$/m);
});
