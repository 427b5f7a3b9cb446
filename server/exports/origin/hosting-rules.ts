import fs from 'node:fs';
import path from 'node:path';
import { canonicalPlace } from './canonical-place.ts';
import {
  type ConditionalRules,
  gatherConditionalRules,
  type OnConditional,
} from './hosting/conditional-rules.ts';
import { htaccessRules } from './hosting/htaccess.ts';
import { netlifyRules } from './hosting/netlify.ts';
import { boundedPatterns, type HostingRule, type PatternOf, type Target } from './hosting/rule.ts';
import { staticWebAppRules } from './hosting/static-web-app.ts';
import { vercelRules } from './hosting/vercel.ts';
import type { Listing } from './list-directory.ts';

/** What the files of a folder tell its host to do. */
export type HostingRules = Readonly<{
  /**
   * What a rule makes of a path.
   * @param isThere whether the folder has a file for it
   */
  targetOf: (path: string, isThere: boolean) => Target | undefined;
  /** Those that nothing follows. */
  conditional: ConditionalRules['rules'];
}>;

/** Files at the root of a folder that hosts read and never show, and how each is read. */
const READERS: Readonly<
  Record<string, (text: string, patternOf: PatternOf, onConditional: OnConditional) => HostingRule[]>
> = {
  _redirects: netlifyRules,
  'vercel.json': vercelRules,
  'staticwebapp.config.json': staticWebAppRules,
};

const OTHER_HOST_FILES = ['_headers', '_routes.json', '_worker.js'];

/** Files at the root of a folder that are for its host: no part of the site. */
export const HOST_FILES: ReadonlySet<string> = new Set([...Object.keys(READERS), ...OTHER_HOST_FILES]);

/** Of all these files together. */
const RULES_MAX_BYTES = 4 * 2 ** 20;
/** Each is asked about each path. */
const RULES_MAX = 5_000;
/** Longer paths have no rules: a match takes time in proportion to the path. */
const PATH_MAX = 1_000;

/**
 * Reads what a folder says to its host: `_redirects` (Netlify, Cloudflare Pages), `vercel.json`,
 * `staticwebapp.config.json` (Azure) and `.htaccess` (Apache), also in folders below. Of each the redirects and
 * rewrites are known that depend on the path alone.
 * @param mount path below which the folder stands: rules may be written for the whole path or for what is below it
 */
export function readHostingRules(folder: string, { skipped }: Listing, mount: string): HostingRules {
  const patternOf = boundedPatterns();
  const rules: HostingRule[] = [];
  const conditional = gatherConditionalRules();
  let leftBytes = RULES_MAX_BYTES;
  const read = (file: string, rulesOf: (text: string) => readonly HostingRule[]): void => {
    if (rules.length >= RULES_MAX) return;
    const text = textOf(path.join(folder, file), leftBytes);
    leftBytes -= Buffer.byteLength(text);
    for (const rule of rulesOf(text).slice(0, RULES_MAX - rules.length)) rules.push(rule);
  };
  for (const [name, rulesOf] of Object.entries(READERS))
    read(name, (text) => rulesOf(text, patternOf, conditional.of(name)));
  for (const { url } of skipped) {
    const below = /^(\/.*)?\/\.htaccess$/.exec(url) && decodeURIComponent(url.slice(0, -'.htaccess'.length));
    if (!below) continue;
    const file = path.join(below, '.htaccess');
    read(file, (text) => htaccessRules(text, below, patternOf, conditional.of(file)));
  }
  return {
    conditional: conditional.rules,
    targetOf: (place, isThere) => {
      if (place.length > PATH_MAX) return undefined;
      for (const path of new Set([mount + place, place])) {
        for (const { match, isForced } of rules) {
          const target = !isThere || isForced ? match(path) : undefined;
          if (target !== undefined && target.to !== path) return target;
        }
      }
      return undefined;
    },
  };
}

/** Empty where there is none: it may be a folder, or unreadable, which is said elsewhere. */
function textOf(file: string, maxBytes: number): string {
  try {
    return fs.statSync(file).size <= maxBytes ? fs.readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/**
 * What a host shows or leads to at a path, besides a file of that path. A rule that sends everything to one page means
 * addresses of pages, not pictures that lack.
 * @param place the file that answers for the path, if there is one
 * @returns an address to redirect to, or the place whose content is shown
 */
export function hosted(
  rules: HostingRules,
  has: (url: string) => boolean,
  path: string,
  place: string | undefined,
): Readonly<{ status: number; location: string } | { place: string }> | undefined {
  const target = rules.targetOf(decoded(path), place !== undefined);
  if (!target) return undefined;
  if (target.kind === 'redirect') return { status: target.status, location: encoded(target.to) };
  const shown = target.to.startsWith('/')
    ? canonicalPlace(has, target.to.replace(/[?#].*$/s, ''))
    : undefined;
  return shown !== undefined && PAGE_LIKE.test(path) ? { place: shown } : undefined;
}

const PAGE_LIKE = /\/[^/.]*$|\.x?html?$/i;

/** Authors write paths as they are read. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** As a header can hold it. */
function encoded(to: string): string {
  const url = URL.parse(to, ANY_HOST);
  if (!url) return '/';
  return url.origin === ANY_HOST ? url.pathname + url.search + url.hash : url.href;
}

const ANY_HOST = 'http://folder.invalid';
