import { isConditionalRedirect, type OnConditional } from './conditional-rules.ts';
import { boundedPatterns, escaped, type HostingRule, type PatternOf, TEXT_MAX, targetOf } from './rule.ts';

/**
 * Reads a `_redirects` file (docs.netlify.com/routing/redirects, developers.cloudflare.com/pages) with one rule per
 * line, `from [query] to [status][!] [conditions]`. Rules that depend on a query, country, language or role are not
 * applied, nor are those for another host.
 */
export function netlifyRules(
  text: string,
  patternOf: PatternOf = boundedPatterns(),
  onConditional: OnConditional = () => {},
): HostingRule[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => ruleOf(line.replace(/(^|\s)#.*/s, '').trim(), patternOf, onConditional) ?? []);
}

function ruleOf(line: string, patternOf: PatternOf, onConditional: OnConditional): HostingRule | undefined {
  if (line.length > TEXT_MAX) return undefined;
  const [from = '', to = '', said = '301', ...conditions] = line.split(/\s+/);
  if (!from.startsWith('/')) return undefined;
  if (isConditionalRedirect(to, conditions)) {
    onConditional(line);
    return undefined;
  }
  if (!/^(\/|https?:\/\/)/.test(to)) return undefined;
  const [, status = '', mark = ''] = /^(\d{3})(!?)$/.exec(said) ?? [];
  const pattern = patternOf(`^${sourceOf(from)}/?$`);
  if (!pattern || status === '') return undefined;
  return {
    isForced: mark === '!',
    match: (path) => {
      const found = pattern.exec(path);
      const target = to.replace(/:([A-Za-z_]\w*)/g, (_whole, name: string) => found?.names[name] ?? '');
      return found ? targetOf(target, Number(status)) : undefined;
    },
  };
}

/** Converts `/a/:name/*` to a regular expression, in which the last star also matches nothing. */
function sourceOf(from: string): string {
  const bare = from.replace(/\/$/, '');
  const isOpen = bare.endsWith('/*');
  const segments = (isOpen ? bare.slice(0, -2) : bare).split(/(:[A-Za-z_]\w*)/);
  const source = segments.map((part, index) =>
    index % 2 === 1 ? `(?<${part.slice(1)}>[^/]+)` : escaped(part),
  );
  return source.join('') + (isOpen ? '(?:/(?<splat>.*?))?' : '');
}
