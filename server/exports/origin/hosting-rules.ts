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

/** Hosting rules from the files of a folder. */
export type HostingRules = Readonly<{
  /**
   * Returns the target of the first rule that applies to a path.
   * @param isThere whether the folder has a file for it
   */
  targetOf: (path: string, isThere: boolean) => Target | undefined;
  /** Rules that are not applied. */
  conditional: ConditionalRules['rules'];
}>;

/** Files at the root of a folder that hosts read and never serve, with their parsers. */
const READERS: Readonly<
  Record<string, (text: string, patternOf: PatternOf, onConditional: OnConditional) => HostingRule[]>
> = {
  _redirects: netlifyRules,
  'vercel.json': vercelRules,
  'staticwebapp.config.json': staticWebAppRules,
};

const OTHER_HOST_FILES = ['_headers', '_routes.json', '_worker.js'];

/** Files at the root of a folder that are meant for its host and not part of the site. */
export const HOST_FILES: ReadonlySet<string> = new Set([...Object.keys(READERS), ...OTHER_HOST_FILES]);

/** For all these files together. */
const RULES_MAX_BYTES = 4 * 2 ** 20;
/** Every rule is matched against every path. */
const RULES_MAX = 5_000;
/** No rules apply to longer paths, because the time for a match is proportional to the length of the path. */
const PATH_MAX = 1_000;

/**
 * Reads the hosting rules of a folder: `_redirects` (Netlify, Cloudflare Pages), `vercel.json`,
 * `staticwebapp.config.json` (Azure) and `.htaccess` (Apache), the latter also in subfolders. Only redirects and
 * rewrites that depend on the path alone are applied.
 * @param mount path below which the folder is served: rules may be written for the whole path or for the part below
 *   it
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

/**
 * Returns the text of a file. Empty if it is missing or too long, or if it is a folder or unreadable, which is
 * reported elsewhere.
 */
function textOf(file: string, maxBytes: number): string {
  try {
    return fs.statSync(file).size <= maxBytes ? fs.readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/**
 * Returns what a host serves or redirects to at a path instead of the file of that path. A rule that rewrites
 * everything to one page is meant for addresses of pages, not for missing images.
 * @param place the file that answers for the path, if there is one
 * @returns an address to redirect to, or the place whose content is served
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

/** Decodes a path, because authors write rules for decoded paths. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Encodes an address for use in a header. */
function encoded(to: string): string {
  const url = URL.parse(to, ANY_HOST);
  if (!url) return '/';
  return url.origin === ANY_HOST ? url.pathname + url.search + url.hash : url.href;
}

const ANY_HOST = 'http://folder.invalid';
