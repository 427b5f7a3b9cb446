import { execFile } from 'node:child_process';
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
