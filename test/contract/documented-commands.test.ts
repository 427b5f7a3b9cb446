import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { decodeHTML } from 'entities';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../server/cli/program.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  ...fs
    .readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...fs
    .readdirSync(path.join(ROOT, 'examples/handbook'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => `examples/handbook/${name.split(path.sep).join('/')}`),
];

/** Shell blocks of a page as single commands: joins continuation lines and removes comments. */
function shellLines(page: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8');
  return (page.endsWith('.html') ? htmlBlocks(text) : markdownBlocks(text)).flatMap((block) =>
    block
      .replace(/\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#.*$/, '').trim()),
  );
}

function markdownBlocks(text: string): string[] {
  return [...text.matchAll(/^```(?:sh|bash|shell|console)\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

/** Marks a synopsis: `offprint jobs [list] <job>`. */
const SYNOPSIS = /[<[…]/;

/** Code blocks of the handbook, without synopses. */
function htmlBlocks(html: string): string[] {
  return codeBlocks(html).map((block) =>
    block
      .split('\n')
      .filter((line) => !SYNOPSIS.test(line))
      .join('\n'),
  );
}

function codeBlocks(html: string): string[] {
  const blocks = [...html.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)];
  return blocks.map(([, code = '']) => decodeHTML(code.replace(/<[^>]*>/g, '')).replace(/^\$ /gm, ''));
}

/** Commands in sentences and synopses of the handbook, up to the first placeholder. */
function namedIn(page: string): string[][] {
  const html = fs.readFileSync(path.join(ROOT, page), 'utf8');
  const inline = [...html.matchAll(/<code>(offprint [^<]*)<\/code>/g)].map(([, code = '']) =>
    decodeHTML(code),
  );
  const lines = codeBlocks(html).flatMap((block) => block.split('\n'));
  return [...inline, ...lines]
    .filter((line) => line.startsWith('offprint ') && (inline.includes(line) || SYNOPSIS.test(line)))
    .map((line) => wordsOf((line.split(/[<[…|]/)[0] ?? '').slice('offprint '.length)));
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((word) => word[1] ?? word[2] ?? word[3] ?? '');
}

const CALL =
  /(?:^|[;&|(]\s*|\b(?:do|then)\s+)(?:\w+=\S*\s+)*(?:npm run (?:-s )?(?:offprint|export) --|npx offprint|offprint) ([^|;&()<>]*)/g;

/** Calls of Offprint in a page, as words. */
function callsIn(page: string): string[][] {
  return shellLines(page).flatMap((line) =>
    [...line.matchAll(CALL)].map(([whole, rest = '']) => {
      const words = wordsOf(rest);
      return whole.includes('npm run export') || whole.includes('-s export') ? ['export', ...words] : words;
    }),
  );
}

/** Replaces the actions of a command and its subcommands with no-ops. */
function still(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  if ('_actionHandler' in command && command._actionHandler) command.action(() => {});
  for (const below of command.commands) still(below);
}

/** @returns the command line's error for a call that it does not understand */
async function refusalOf(words: readonly string[], isNamed = false): Promise<string | undefined> {
  const program = await buildProgram(words[0] ?? '');
  still(program);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (isNamed && /^commander\.(missing|optionMissingArgument|help$)/.test(code ?? '')) return undefined;
    return code === 'commander.helpDisplayed' || code === 'commander.version' ? undefined : message;
  }
}

describe.each(PAGES)('%s', (page) => {
  it('calls Offprint as its command line takes it', async () => {
    const refused: string[] = [];
    for (const words of callsIn(page)) {
      const refusal = await refusalOf(words);
      if (refusal !== undefined) refused.push(`offprint ${words.join(' ')}: ${refusal}`);
    }
    expect(refused).toEqual([]);
  });

  it.runIf(page.endsWith('.html'))('names commands that there are', async () => {
    for (const words of namedIn(page)) expect(await refusalOf(words, true), words.join(' ')).toBeUndefined();
  });

  it('shows shell blocks that a shell can read', () => {
    const blocks =
      fs.readFileSync(path.join(ROOT, page), 'utf8').match(/^```(?:sh|bash)\n[\s\S]*?^```/gm) ?? [];
    for (const block of blocks) expect(block).not.toMatch(/[“”‘’]/);
  });
});

it('finds the calls of the documentation', () => {
  expect(PAGES.flatMap(callsIn).length).toBeGreaterThan(20);
});
