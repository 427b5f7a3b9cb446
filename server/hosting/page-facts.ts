import { Parser } from 'htmlparser2';

/** What a host tells of a page besides its bytes. */
export type PageFacts = Readonly<{
  /** Its Content-Security-Policy; undefined where its markup has none (docs/bundle-format.md, playgrounds). */
  policy: string | undefined;
  /** The page only leads on, to here. */
  location: string | undefined;
}>;

/** A page that only leads on is shorter. */
const REDIRECT_MAX = 8 * 2 ** 10;
const HEAD_MAX = 64 * 2 ** 10;

/** Exactly as Offprint writes it (exports/rewrite/). */
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)" data-offprint=""\s*\/?>/;

/** @param html the page, as bytes: what is looked at is ASCII */
export function pageFacts(html: Buffer): PageFacts {
  const head = html.toString('latin1', 0, HEAD_MAX);
  const policy = POLICY.exec(head)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  const location = html.length <= REDIRECT_MAX ? redirectOf(html.toString('utf8')) : undefined;
  return { policy, location };
}

/**
 * Where a page leads on at once. A bundle has a page where its site redirected (exports/rewrite/own-pages.ts), and sites have such
 * pages themselves. One whose scripts may lead elsewhere is no redirect, nor is one that only leads on without scripts.
 */
function redirectOf(html: string): string | undefined {
  if (!/http-equiv\s*=\s*["']?refresh/i.test(html)) return undefined;
  let location: string | undefined;
  let isOurs = false;
  let hasOwnScripts = false;
  let unscripted = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'html') isOurs = attributes['data-offprint'] !== undefined;
      if (name === 'noscript') unscripted++;
      if (name === 'script' && attributes['data-offprint'] === undefined) hasOwnScripts = true;
      if (name !== 'meta' || unscripted > 0) return;
      if (attributes['http-equiv']?.toLowerCase() !== 'refresh') return;
      location ??= /^\s*0\s*[;,]\s*url\s*=\s*(['"]?)(.+?)\1\s*$/i.exec(attributes.content ?? '')?.[2];
    },
    onclosetag: (name) => {
      if (name === 'noscript') unscripted--;
    },
  });
  parser.end(html);
  return isOurs || !hasOwnScripts ? location : undefined;
}

/**
 * The page for what is not there, as it can be shown at any path: its addresses are relative to the root of the site.
 * @param root path of the site, with a slash at its end
 */
export function notFoundPage(html: Buffer, root: string): Buffer {
  const text = html.toString('latin1');
  const head = /<head(\s[^>]*)?>/i.exec(text);
  if (!head || /<base\s/i.test(text)) return html;
  const at = head.index + head[0].length;
  return Buffer.concat([html.subarray(0, at), Buffer.from(`<base href="${root}">`), html.subarray(at)]);
}
