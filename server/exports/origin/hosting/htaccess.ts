import { asksForFileOnly, type OnConditional } from './conditional-rules.ts';
import {
  boundedPatterns,
  type HostingRule,
  type Pattern,
  type PatternOf,
  TEXT_MAX,
  targetOf,
} from './rule.ts';

const STATUS_NAMES: Readonly<Record<string, number>> = { permanent: 301, temp: 302, seeother: 303 };

/**
 * Reads the redirects and rewrites of an `.htaccess` (httpd.apache.org, mod_alias and mod_rewrite). A rule is ignored
 * if it has a condition on anything but whether the path has a file.
 * @param folder that contains it: empty, or `/a/b`
 */
export function htaccessRules(
  text: string,
  folder: string,
  patternOf: PatternOf = boundedPatterns(),
  onConditional: OnConditional = () => {},
): HostingRule[] {
  const rules: HostingRule[] = [];
  let isKnown = true;
  let isForAbsent = false;
  let base = folder;
  let depth = 0;
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r\n|\r|\n/)) {
    if (line.length > TEXT_MAX) continue;
    const [directive = '', ...words] = wordsOf(line);
    const name = directive.toLowerCase();
    // Modules are assumed to be loaded; other sections apply to some requests only.
    if (/^<(?!\/|ifmodule\b)/.test(name)) depth++;
    else if (/^<\/(?!ifmodule\b)/.test(name)) depth--;
    else if (depth > 0) continue;
    else if (name === 'rewritebase') base = (words[0] ?? '').replace(/\/$/, '');
    else if (name === 'rewritecond') {
      const isOfFiles = asksForFileOnly(words);
      isKnown &&= isOfFiles;
      isForAbsent ||= isOfFiles;
    } else if (name === 'rewriterule') {
      if (isKnown) rules.push(...rewriteRule(words, { folder, base, isForAbsent, patternOf }));
      else if (leadsOn(words)) onConditional(line.trim());
      isKnown = true;
      isForAbsent = false;
    } else rules.push(...aliasRule(name, words, patternOf));
  }
  return rules;
}

/** Whether a rule redirects or rewrites: it does not only deny access, proxy, or leave the path unchanged. */
function leadsOn([, to = '-', flags = '']: readonly string[]): boolean {
  return to !== '-' && !/\b(F|FORBIDDEN|G|GONE|P|PROXY)\b/i.test(flags);
}

/** Splits a line into words and quoted strings. */
function wordsOf(line: string): string[] {
  if (/^\s*#/.test(line)) return [];
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replace(/\\"/g, '"'),
  );
}

/** Reads `Redirect [status] /from to`, which also covers what is below it, and `RedirectMatch [status] pattern to`. */
function aliasRule(name: string, words: readonly string[], patternOf: PatternOf): HostingRule[] {
  const fixed = { redirectpermanent: 301, redirecttemp: 302 }[name];
  if (fixed === undefined && name !== 'redirect' && name !== 'redirectmatch') return [];
  const hasStatus = fixed === undefined && words.length === 3;
  const said = words[0]?.toLowerCase() ?? '';
  const status = fixed ?? (hasStatus ? (STATUS_NAMES[said] ?? Number(said)) : 302);
  const [from = '', to = ''] = hasStatus ? words.slice(1) : words;
  if (to === '') return [];
  if (name === 'redirectmatch') return matching(patternOf(from), to, status, true, '');
  const isBelow = (path: string): boolean =>
    path.startsWith(from) && (from.endsWith('/') || path.length === from.length || path[from.length] === '/');
  const match: HostingRule['match'] = (path) =>
    isBelow(path) ? targetOf(to + path.slice(from.length), status) : undefined;
  return [{ isForced: true, match }];
}

/**
 * Reads a `RewriteRule`. In a folder, the pattern is matched against the path relative to it, and a relative target
 * is below the base.
 */
function rewriteRule(
  [pattern = '', to = '-', said = '']: readonly string[],
  {
    folder,
    base,
    isForAbsent,
    patternOf,
  }: Readonly<{ folder: string; base: string; isForAbsent: boolean; patternOf: PatternOf }>,
): HostingRule[] {
  const flags = said
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((flag) => flag.trim().toUpperCase());
  const redirect = flags
    .map((flag) => /^(?:R|REDIRECT)(?:=(\w+))?$/.exec(flag))
    .find((found) => found !== null);
  const isAddress = /^https?:\/\//i.test(to);
  if (to === '-' || pattern.startsWith('!') || to.includes('%{') || flags.some((flag) => REFUSALS.has(flag)))
    return [];
  const named = STATUS_NAMES[redirect?.[1]?.toLowerCase() ?? ''] ?? Number(redirect?.[1] ?? 302);
  const status = redirect || isAddress ? named : 200;
  const place = isAddress || to.startsWith('/') ? to : `${base}/${to}`;
  const regular = patternOf(pattern, {
    ignoreCase: flags.some((flag) => flag === 'NC' || flag === 'NOCASE'),
  });
  return matching(regular, place, status, !isForAbsent, `${folder}/`);
}

const REFUSALS: ReadonlySet<string> = new Set(['F', 'FORBIDDEN', 'G', 'GONE', 'P', 'PROXY']);

function matching(
  pattern: Pattern | undefined,
  to: string,
  status: number,
  isForced: boolean,
  folder: string,
): HostingRule[] {
  if (!pattern) return [];
  const match: HostingRule['match'] = (path) => {
    const found = path.startsWith(folder) ? pattern.exec(path.slice(folder.length)) : null;
    return found
      ? targetOf(
          to.replace(/\$(\d)/g, (_whole, digit: string) => found.caught[Number(digit)] ?? ''),
          status,
        )
      : undefined;
  };
  return [{ isForced, match }];
}
