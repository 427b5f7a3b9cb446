import { hiddenCharacters } from '../tools/hidden-characters.ts';
import { isDocumentation, isPicture, mayGiveOrders } from '../tools/writable-files.ts';
import { MAX_TEXT_BYTES, textOf, type Workspace } from '../workspace/workspace.ts';
import { hostOf, isHarmless, schemeOf, urlOf } from './addresses.ts';
import { type Directive, directivesIn } from './directives.ts';
import { type Finding, finding, newFindings } from './finding.ts';
import { type Page, pageKind } from './page.ts';
import type { SiteView } from './site-view.ts';

/**
 * Finds what a change adds that a reader's browser or a build would act on, or that leads readers elsewhere: hosts that
 * are new to the site, scripts, MDX code, included files, files that are not documentation, addresses that carry data,
 * likely secrets, invisible characters. Reports only what is new. There is no way to tell whether a person wanted it
 * unless they named it, so the findings go back to the model, and what remains is shown to the reviewer
 * (research/agent.md 3.7).
 * @param saidByPerson the prompt and messages; hosts that they name are wanted
 */
export async function lintChanges(
  workspace: Workspace,
  base: SiteView,
  now: SiteView,
  saidByPerson: string,
  signal: AbortSignal,
): Promise<Finding[]> {
  const changed = [...workspace.changes().keys()];
  const found: Finding[] = [];
  const gone = changed.filter((path) => !now.has(path));
  for (const path of changed) {
    signal.throwIfAborted();
    if (!isDocumentation(path) && !isPicture(path))
      found.push(finding('no-documentation', path, null, NO_DOCUMENTATION, ''));
    else if (mayGiveOrders(path)) found.push(finding('no-documentation', path, null, GIVES_ORDERS, ''));
    const [before, after] = await Promise.all([workspace.readBase(path), workspace.read(path)]);
    if (after === null) continue;
    if (isDocumentation(path) && (textOf(after) === null || after.length > MAX_TEXT_BYTES))
      found.push(finding('encoding', path, null, NOT_READ, ''));
    const [old, text] = [before === null ? '' : (textOf(before) ?? ''), textOf(after) ?? ''];
    const pages = pageKind(path) === null ? [null, null] : [await base.page(path), await now.page(path)];
    const known = lintText(path, old, pages[0] ?? null);
    if (before === null) {
      // The text may have been moved from a page that was removed.
      for (const other of gone) {
        const source = await workspace.readBase(other);
        const page = pageKind(other) === null ? null : await base.page(other);
        if (source) known.push(...lintText(path, textOf(source) ?? '', page));
      }
    }
    found.push(
      ...newFindings(known, lintText(path, text, judged(pages[0] ?? null, pages[1] ?? null))),
      ...churnFindings(path, old, text),
    );
  }
  const hosts = new Map<string, boolean>();
  const isKnown = async (host: string): Promise<boolean> => {
    if (saidByPerson.toLowerCase().includes(host)) return true;
    const elsewhere = (await workspace.filesWith(host, signal)).some((path) => !changed.includes(path));
    if (elsewhere) return true;
    for (const path of changed) {
      if ((await workspace.readBase(path))?.toString('utf8').toLowerCase().includes(host)) return true;
    }
    return false;
  };
  const kept: Finding[] = [];
  for (const one of found) {
    const host = one.code === 'new-host' ? hostIn(one) : null;
    if (host === null) kept.push(one);
    else {
      const known = hosts.get(host) ?? (await isKnown(host));
      hosts.set(host, known);
      if (!known) kept.push(one);
    }
  }
  return kept;
}

/**
 * Limits the findings of a page that can no longer be parsed to its syntax error. A page that could not be parsed
 * before either is checked in full.
 */
function judged(before: Page | null, now: Page | null): Page | null {
  if (now === null || now.syntaxFault === null || before?.syntaxFault) return now;
  return { ...now, active: [], addresses: [] };
}

function lintText(path: string, text: string, page: Page | null): Finding[] {
  const findings: Finding[] = [];
  const add = (code: Finding['code'], line: number, message: string, subject: string): void => {
    findings.push(finding(code, path, line, message, subject));
  };
  const parts = directivesIn(path, text);
  for (const { target, line } of [...(page?.addresses ?? []), ...parts.addresses]) {
    if (!isHarmless(target)) {
      add(
        'active-address',
        line,
        `The address begins with "${schemeOf(target)}:". Link to a file or a page instead.`,
        target,
      );
    }
    const host = hostOf(target);
    if (host === null) continue;
    add('new-host', line, `The link points to ${host}, which appears nowhere else on the site.`, host);
    const url = urlOf(target);
    if (url !== null && carriesData(url)) {
      add('opaque-query', line, `The link to ${host} contains a long, unreadable string.`, target);
    }
  }
  for (const { what, line, text: code } of page?.active ?? []) {
    add('active-content', line, `${ACTIVE[what]} A person must approve this.`, `${what} ${code}`);
  }
  for (const { what, line, text: source } of parts.directives) {
    add('directive', line, `${DIRECTIVES[what]} A person must approve this.`, `${what} ${source}`);
  }
  for (const [index, line] of text.split('\n').entries()) {
    const secret = secretIn(line);
    if (secret !== null) {
      add(
        'secret',
        index + 1,
        `The line contains what looks like ${secret}. Use a placeholder.`,
        line.trim(),
      );
    }
    const hidden = hiddenCharacters(line);
    if (hidden.length > 0) {
      add('hidden', index + 1, `The line contains invisible characters (${hidden.join(', ')}).`, line);
    }
  }
  const fences = page?.fences ?? [];
  if (fences.some(({ language }) => language !== '')) {
    for (const { language, line, first } of fences) {
      if (language === '')
        add('fence-language', line, 'The code block has no language, unlike others on the page.', first);
    }
  }
  return unlike(findings);
}

/** Removes duplicates: each problem of a line is reported once, even if several checks find it. */
function unlike(findings: readonly Finding[]): Finding[] {
  const known = new Set<string>();
  return findings.filter(({ line, identity }) => {
    const key = `${line} ${identity}`;
    return !known.has(key) && known.add(key);
  });
}

const ACTIVE: Readonly<Record<Page['active'][number]['what'], string>> = {
  script: 'The page would run a script.',
  frame: 'The page would embed another page.',
  handler: 'The page would run code in response to an event.',
  markup: 'The page has an element or attribute that is not on the allow-list.',
  module: 'The page would contain import or export statements.',
  expression: 'The page would evaluate an expression.',
};

const DIRECTIVES: Readonly<Record<Directive['what'], string>> = {
  include: 'The build would include another file here.',
  raw: 'The build would pass this to the browser unchanged.',
  program: 'The build would run this.',
  unknown: 'The build would process a directive that may do more than format text.',
  html: 'A browser or template would run this wherever the text is shown.',
  setting: 'The build would read a setting here that is not on the allow-list.',
};

/**
 * Files other than documentation may mean anything to a build, a host or an agent; no list of such files is complete.
 */
const NO_DOCUMENTATION =
  'The file is not documentation: it may contain instructions for agents, builds or hosts. Leave it unchanged unless the task asks for a change to it.';

const GIVES_ORDERS =
  'A file with this name, or in this folder, may contain instructions for agents or builds. Leave it unchanged unless the task asks for a change to it.';

const NOT_READ =
  'The file is too large or is not UTF-8 text, so it was not checked for code that a build or browser would run.';

/** Returns the host of a `new-host` finding, which is its subject. */
function hostIn({ identity }: Finding): string | null {
  const [, , host] = JSON.parse(identity) as [string, string, string];
  return host;
}

/** Whether the query or fragment is long, or looks like encoded data. */
function carriesData({ search, hash }: URL): boolean {
  if (search.length + hash.length > 300) return true;
  return [...search.slice(1).split('&'), hash.slice(1)].some((part) => {
    const value = part.slice(part.indexOf('=') + 1);
    return value.length >= 40 && /^[A-Za-z0-9+/_%=-]+$/.test(value) && entropy(value) > 4.2;
  });
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS key'],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})\b/, 'a GitHub token'],
  [/\bglpat-[\w-]{20,}\b/, 'a GitLab token'],
  [/\bxox[abprs]-[\w-]{20,}\b/, 'a Slack token'],
  [/\bsk-(?:proj-)?[A-Za-z0-9]{32,}\b/, 'an API key'],
  [/\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/, 'a signed token (JWT)'],
];

function secretIn(line: string): string | null {
  const known = SECRETS.find(([pattern]) => pattern.test(line));
  if (known) return known[1];
  const value =
    /(?:password|passwd|secret|token|api[_-]?key)["']?\s*[:=]\s*["']?([A-Za-z0-9+/_=-]{24,})/i.exec(
      line,
    )?.[1];
  return value !== undefined && entropy(value) > 4 ? 'a secret' : null;
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  );
}

const CHURN_MIN = 5;

/** Reports a change that consists mostly of lines in which only white space differs. */
function churnFindings(path: string, before: string, after: string): Finding[] {
  if (before === '') return [];
  const [old, now] = [countLines(before), countLines(after)];
  const removed = [...old].flatMap(([line, count]) => (count > (now.get(line) ?? 0) ? [line] : []));
  const added = [...now].flatMap(([line, count]) => (count > (old.get(line) ?? 0) ? [line] : []));
  const shapes = new Set(removed.map(shapeOf));
  const same = added.filter((line) => shapeOf(line) !== '' && shapes.has(shapeOf(line)));
  if (same.length <= CHURN_MIN || same.length * 2 <= added.length) return [];
  const message = `${same.length} of ${added.length} changed lines differ only in whitespace. Restore those lines unless the task asks to change them.`;
  return [finding('churn', path, null, message, '')];
}

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function shapeOf(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}
