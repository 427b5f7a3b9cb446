import fs from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { buildProgram } from './program.ts';

/** Creates every command that a module of the command line exports. */
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

describe('what is mistyped is named, with what was meant:', () => {
  const NO_DATA = '/nowhere/offprint-data';
  it.each([
    [['jobs', 'lst'], "error: unknown command 'lst'\n(Did you mean list?)"],
    [['jobs', 'frobnicate'], "error: unknown command 'frobnicate'\n(add"],
    [['jobs', 'list', 'x'], "error: too many arguments for 'list'. Expected 0 arguments but got 1."],
    [['doctor', 'x'], "error: too many arguments for 'doctor'. Expected 0 arguments but got 1."],
    [['export', '--rendr', 'never', 'site'], "error: unknown option '--rendr'\n(Did you mean --render?)"],
    [['export', '--frobnicate', 'site'], "error: unknown option '--frobnicate'\n(add"],
  ])('%j', async (words, told) => {
    const program = await buildProgram(words[0] ?? '');
    let errors = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      errors += String(text);
      return true;
    });
    const parsing = program.parseAsync([...words, '--data', NO_DATA], { from: 'user' });
    await expect(parsing).rejects.toBeInstanceOf(CommanderError);
    vi.restoreAllMocks();
    expect(errors).toContain(told);
  });
});
