import fs from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';

/** Every command that a module of the command line exports. */
async function commands(): Promise<Command[]> {
  const files = fs.readdirSync(import.meta.dirname).filter((name) => /^[\w-]+\.ts$/.test(name));
  const made: Command[] = [];
  for (const file of files.filter((name) => name !== 'main.ts')) {
    const module = (await import(path.join(import.meta.dirname, file))) as Record<string, unknown>;
    for (const [name, make] of Object.entries(module)) {
      if (!/Command$/.test(name) || typeof make !== 'function' || make.length > 0) continue;
      const command: unknown = make();
      if (command instanceof Command) made.push(command);
    }
  }
  return made;
}

it('no command has an option of one below it, which it would take from there', async () => {
  const taken = (await commands()).flatMap((group) =>
    group.commands.flatMap((below) =>
      below.options
        .filter(({ long }) => group.options.some((option) => option.long === long))
        .map(({ long }) => `${group.name()} ${below.name()} ${long}`),
    ),
  );
  expect(taken).toEqual([]);
});
