import { type Command, InvalidArgumentError } from 'commander';
import type { Output } from './terminal.ts';
import type { Api } from './with-api.ts';

/** Largest page that the API returns. */
const PAGE_MAX = 500;

export type LimitOptions = Readonly<{ limit: number; all?: boolean }>;

/** Adds the options that limit the length of a list to a command. */
export function withLimit(command: Command, limit: number): Command {
  return command
    .option('--limit <number>', 'maximum number of entries', countOf, limit)
    .option('--all', 'list all entries');
}

/**
 * Reads a list of the API page by page.
 * @param field name of the list in the response
 * @returns the entries and the cursor of the rest, null at the end
 */
export async function readList<T>(
  api: Api,
  path: string,
  field: string,
  query: Readonly<Record<string, string | undefined>>,
  { limit, all }: LimitOptions,
): Promise<{ entries: T[]; nextCursor: string | null }> {
  const entries: T[] = [];
  let nextCursor: string | null = null;
  for (;;) {
    const left = all ? PAGE_MAX : limit - entries.length;
    const parameters = new URLSearchParams({ limit: String(Math.min(left, PAGE_MAX)) });
    for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
    if (nextCursor !== null) parameters.set('cursor', nextCursor);
    const page: Record<string, unknown> = await api.request('GET', `${path}?${parameters}`);
    entries.push(...(page[field] as T[]));
    nextCursor = page.nextCursor as string | null;
    if (nextCursor === null || (!all && entries.length >= limit)) return { entries, nextCursor };
  }
}

export function noteMore(nextCursor: string | null, output: Output): void {
  if (nextCursor !== null && !output.json)
    output.note('There are more entries. To see them, use --limit <number> or --all.');
}

/** Parses a count of at least one. */
export function countOf(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Use a whole number, 1 or more.');
  return value;
}
