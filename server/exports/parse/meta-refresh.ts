/** The parts of a `<meta http-equiv=refresh content>` value: `before` + `url` + `after` is the whole value. */
export type Refresh = Readonly<{ before: string; url: string; after: string; delaySeconds: number }>;

/**
 * Parses `5; url='a.html'` as browsers do (WHATWG HTML 4.2.5.3, "shared declarative refresh steps"). Undefined if the
 * value is not a refresh or only reloads the page.
 */
export function parseRefresh(content: string): Refresh | undefined {
  const match = /^(\s*(?=[\d.])(\d*)(?:\.[\d.]*)?(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?)(.*)$/is.exec(content);
  if (!match) return undefined;
  const [, lead = '', seconds = '', rest = ''] = match;
  const quote = rest.charAt(0);
  let before = lead;
  let url = rest;
  let after = '';
  if (quote === '"' || quote === "'") {
    const close = rest.indexOf(quote, 1);
    before += quote;
    url = close < 0 ? rest.slice(1) : rest.slice(1, close);
    after = close < 0 ? '' : rest.slice(close);
  }
  const trimmed = url.trim();
  if (trimmed === '') return undefined;
  return { before, url: trimmed, after, delaySeconds: Number(seconds || 0) };
}
