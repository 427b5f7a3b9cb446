import { Parser } from 'htmlparser2';

/** What a host needs to know about a page to send its headers. */
export type PageFacts = Readonly<{
  /** Its Content-Security-Policy; undefined if its markup has none (docs/bundle-format.md, playgrounds). */
  policy: string | undefined;
  /** Target, if the page is only a redirect. */
  location: string | undefined;
}>;

/** Maximum size of a redirect page. */
const REDIRECT_MAX = 8 * 2 ** 10;
const HEAD_MAX = 64 * 2 ** 10;

/** Exactly as Offprint writes it (exports/rewrite/). */
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)" data-offprint=""\s*\/?>/;

/** @param html content of the page */
export function pageFacts(html: Buffer): PageFacts {
  const head = html.toString('latin1', 0, HEAD_MAX);
  const policy = POLICY.exec(head)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  const location = html.length <= REDIRECT_MAX ? redirectOf(html.toString('utf8')) : undefined;
  return { policy, location };
}

/**
 * Target of an immediate redirect page. Bundles have such pages where the site redirected
 * (exports/rewrite/own-pages.ts), and sites have their own. Pages with scripts of their own, which may go elsewhere,
 * and pages that redirect only without scripts are not redirects.
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
 * Returns the not-found page in a form that works at any path: with addresses relative to the site's root.
 * @param root path of the site, with a trailing slash
 */
export function notFoundPage(html: Buffer, root: string): Buffer {
  const text = html.toString('latin1');
  const head = /<head(\s[^>]*)?>/i.exec(text);
  if (!head || /<base\s/i.test(text)) return html;
  const at = head.index + head[0].length;
  return Buffer.concat([html.subarray(0, at), Buffer.from(`<base href="${root}">`), html.subarray(at)]);
}
