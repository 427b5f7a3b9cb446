import type { Workspace } from '../workspace/workspace.ts';
import { checkNavigation } from './check-navigation.ts';
import { checkPage } from './check-page.ts';
import { type Finding, newFindings } from './finding.ts';
import { lintChanges } from './lint.ts';
import { pageKind } from './page.ts';
import { type PageCache, type SiteView, viewOf } from './site-view.ts';

export type Validator = Readonly<{
  /** Returns the problems that were not there before the job, worst first. */
  validate: (signal: AbortSignal) => Promise<readonly Finding[]>;
}>;

/**
 * Compares a workspace with the commit that it started from. Reports only what is new: real sites have hundreds of old
 * problems (research/agent.md 3.6), and an agent that was asked to fix a word should not fix those.
 * @param saidByPerson returns what people asked for; hosts that they name are wanted (lint.ts)
 */
export function openValidator(
  workspace: Workspace,
  roots: readonly string[],
  saidByPerson: () => string = () => '',
): Validator {
  const cache: PageCache = new Map();
  return {
    validate: async (signal) => {
      const base = viewOf(workspace, 'base', roots, cache);
      const now = viewOf(workspace, 'now', roots, cache);
      const changed = [...workspace.changes().keys()];
      if (changed.length === 0) return [];
      const pages = new Set([...changed, ...(await pagesBehind(workspace, base, now, changed, signal))]);
      const before: Finding[] = await checkNavigation(base);
      const after: Finding[] = await checkNavigation(now);
      for (const path of pages) {
        signal.throwIfAborted();
        if (pageKind(path) === null) continue;
        before.push(...(await checkPage(base, path)));
        after.push(...(await checkPage(now, path)));
      }
      const brought = await lintChanges(workspace, base, now, saidByPerson(), signal);
      return [...newFindings(before, after), ...brought].sort(
        (a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1),
      );
    },
  };
}

/** Describes findings for the model: the first few, and how many there are. */
export function describeFindings(findings: readonly Finding[], limit = 10): string {
  if (findings.length === 0) return 'No new problems.';
  const lines = findings
    .slice(0, limit)
    .map(({ path, line, message }) => `- ${path}${line === null ? '' : `:${line}`}: ${message}`);
  const more = findings.length - lines.length;
  if (more > 0) lines.push(`[${more} more will be shown when these are fixed.]`);
  return [`${findings.length} new ${findings.length === 1 ? 'problem' : 'problems'}:`, ...lines].join('\n');
}

/**
 * Finds unchanged pages that the changes may have broken, because they link to something that is gone or include it.
 */
async function pagesBehind(
  workspace: Workspace,
  base: SiteView,
  now: SiteView,
  changed: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const words = new Set<string>();
  for (const path of changed) {
    const gone = base.has(path) && !now.has(path);
    if (gone) words.add(lastName(path));
    else if (await lostAnchors(base, now, path)) words.add(lastName(path));
    if (/\.(json|ya?ml)$/i.test(path) && path !== now.root.configPath) words.add('openapi:');
    if (/\.json$/i.test(path)) {
      for (const lost of await lostRedirects(base, now)) words.add(lost);
    }
  }
  const found = new Set<string>();
  for (const word of words) {
    if (word === '') continue;
    for (const path of await workspace.filesWith(word, signal)) if (pageKind(path) !== null) found.add(path);
  }
  return [...found];
}

async function lostAnchors(base: SiteView, now: SiteView, path: string): Promise<boolean> {
  const [before, after] = [await base.page(path), await now.page(path)];
  if (before === null || after === null || after.syntaxFault) return false;
  return [...before.anchors].some((anchor) => !after.anchors.has(anchor));
}

async function lostRedirects(base: SiteView, now: SiteView): Promise<string[]> {
  const [before, after] = [await base.config(), await now.config()];
  if (!before || !after || before instanceof Error || after instanceof Error) return [];
  const kept = new Set(after.redirects.map((redirect) => redirect.source));
  return before.redirects
    .map((redirect) => redirect.source)
    .filter((source) => !kept.has(source))
    .map(
      (source) =>
        source
          .split('/')
          .filter((part) => !/[:*]/.test(part))
          .at(-1) ?? '',
    );
}

/** Returns the name that links use for a file: without extension, or the name of the folder for an index. */
function lastName(path: string): string {
  const parts = path.replace(/\.(mdx?|markdown)$/i, '').split('/');
  const last = parts.at(-1) ?? '';
  return /^(index|readme|_index)$/i.test(last) ? (parts.at(-2) ?? last) : last;
}

const ORDER: readonly Finding['code'][] = [
  'no-documentation',
  'syntax',
  'navigation-syntax',
  'front-matter',
  'unclosed-fence',
];

function rank(found: Finding): number {
  const at = ORDER.indexOf(found.code);
  return at === -1 ? ORDER.length : at;
}
