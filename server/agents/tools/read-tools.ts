import { z } from 'zod';
import { globMatcher } from '../../glob.ts';
import { trimTrailing } from '../../trim-trailing.ts';
import { clip } from './clip.ts';
import { contentHash } from './content-hash.ts';
import { maybeFlag, maybeInteger, maybeText, text } from './fields.ts';
import { revealHidden } from './hidden-characters.ts';
import { unifyLineEnds } from './line-ends.ts';
import { cleanPath, isOutcome, openText } from './open-text.ts';
import { readFault } from './readable-files.ts';
import { refused, tool } from './tool.ts';

const LONGEST_LINE = 2000;

export const list = tool({
  name: 'list',
  description: 'Lists the files in the repository with their sizes.',
  input: z.strictObject({
    path: maybeText('folder to list; null for the whole repository'),
    glob: maybeText('only paths that match, such as **/*.mdx'),
    limit: maybeInteger('maximum number of files; null for 200', 1, 1000),
  }),
  run: ({ path, glob, limit }, { workspace, policy }) => {
    const folder = trimTrailing(cleanPath(path ?? ''), '/');
    const inside = workspace
      .paths()
      .filter((name) => folder === '' || folder === '.' || name === folder || name.startsWith(`${folder}/`));
    const matching = byGlob(inside, glob).filter((name) => readFault(name, policy) === null);
    if (matching.length === 0) return refused('No file matches.');
    const shown = matching.slice(0, limit ?? 200);
    const lines = shown.map((name) => {
      const entry = workspace.entry(name);
      return entry?.kind === 'file' ? `${name}\t${entry.sizeBytes}` : `${name}\t(${entry?.kind ?? 'gone'})`;
    });
    const more = matching.length - shown.length;
    if (more > 0) lines.push(`[${more} more. Give a folder or a glob, or raise the limit.]`);
    return { ok: true, text: clip(lines.join('\n'), 'Give a folder or a glob.') };
  },
});

export const search = tool({
  name: 'search',
  description: 'Finds lines in text files. Letter case does not matter.',
  input: z.strictObject({
    pattern: text('what to find'),
    is_regex: maybeFlag('true when the pattern is a POSIX extended regular expression'),
    glob: maybeText('only files that match, such as docs/**/*.md'),
    context: maybeInteger('lines to show around each match; null for 0', 0, 3),
    limit: maybeInteger('maximum number of matches; null for 50', 1, 200),
  }),
  run: async ({ pattern, is_regex, glob, context, limit }, { workspace, policy, signal }) => {
    if (pattern.trim() === '' || pattern.includes('\n') || pattern.length > 500) {
      return refused('The pattern must be one line of 1 to 500 characters.');
    }
    const { matches, wasCut, cutFiles } = await workspace.search({
      pattern,
      isExpression: is_regex === true,
      ignoreCase: true,
      signal,
    });
    const allowed = new Set(
      byGlob([...new Set(matches.map((match) => match.path))], glob).filter(
        (name) => readFault(name, policy) === null,
      ),
    );
    const found = matches.filter((match) => allowed.has(match.path));
    const isCut = wasCut || [...cutFiles].some((name) => allowed.has(name));
    if (found.length === 0) {
      return {
        ok: true,
        text: isCut
          ? 'The pattern matches so much that the search stopped before it found anything to show. Use a more specific pattern.'
          : 'Nothing found.',
      };
    }
    const shown = found.slice(0, limit ?? 50);
    const lines: string[] = [];
    for (const match of shown) {
      if (!context) {
        lines.push(`${match.path}:${match.line}: ${oneLine(match.text)}`);
        continue;
      }
      const content = await workspace.read(match.path);
      const all = content === null ? [] : unifyLineEnds(content.toString('utf8')).text.split('\n');
      const from = Math.max(0, match.line - 1 - context);
      lines.push(
        ...all
          .slice(from, match.line + context)
          .map((line, index) => `${match.path}:${from + index + 1}: ${oneLine(line)}`),
        '--',
      );
    }
    const more = found.length - shown.length;
    const result = clip(lines.join('\n'), 'Use a more specific search.');
    if (more === 0 && !isCut) return { ok: true, text: result };
    const note = isCut
      ? `${more > 0 ? `At least ${more} more matches` : 'There may be more matches'}: the search stopped before it counted all.`
      : `${more} more ${more === 1 ? 'match' : 'matches'}.`;
    return { ok: true, text: `${result}\n[${note} Use a more specific search.]` };
  },
});

export const read = tool({
  name: 'read',
  description: 'Shows a text file with line numbers. The number and the tab are not part of the file.',
  input: z.strictObject({
    path: text('path of the file'),
    start_line: maybeInteger('first line to show; null for 1', 1, 10_000_000),
    max_lines: maybeInteger('maximum number of lines; null for 400', 1, 400),
  }),
  run: async ({ path, start_line, max_lines }, { workspace, policy }) => {
    const opened = await openText(path, workspace, policy);
    if (isOutcome(opened)) return opened;
    const all = unifyLineEnds(opened.text).text.split('\n');
    // The empty string after the last line end is not a line.
    if (all.at(-1) === '') all.pop();
    const from = (start_line ?? 1) - 1;
    if (all.length > 0 && from >= all.length) {
      return refused(`${opened.path} has only ${all.length} ${all.length === 1 ? 'line' : 'lines'}.`);
    }
    const lines = all.slice(from, from + (max_lines ?? 400));
    const hash = contentHash(opened.content);
    const head = `${opened.path}, lines ${Math.min(from + 1, all.length)} to ${from + lines.length} of ${all.length}, hash ${hash}`;
    const body = lines.map((line, index) => `${from + index + 1}\t${oneLine(line)}`);
    const rest = all.length - from - lines.length;
    if (rest > 0) {
      const unit = rest === 1 ? 'line' : 'lines';
      body.push(`[${rest} more ${unit}. Read on with start_line ${from + lines.length + 1}.]`);
    }
    const shown = clip([head, ...body].join('\n'), 'Read fewer lines at a time.');
    return { ok: true, text: shown, seen: { [opened.path]: hash } };
  },
});

function byGlob(paths: readonly string[], glob: string | null): string[] {
  if (glob === null) return [...paths];
  const pattern = cleanPath(glob);
  if (pattern.length > 200) return [];
  // A pattern without a slash matches file names, as in most tools.
  const matches = globMatcher([pattern.includes('/') ? pattern : `**/${pattern}`], { ignoreCase: true });
  return paths.filter((name) => matches(name));
}

function oneLine(line: string): string {
  const shown = revealHidden(line);
  return shown.length > LONGEST_LINE
    ? `${shown.slice(0, LONGEST_LINE)} [line truncated: it has ${shown.length} characters]`
    : shown;
}
