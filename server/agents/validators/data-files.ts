import { type Address, addressesOf } from './addresses.ts';
import { obeyedIn } from './front-matter.ts';
import type { Directive } from './known-directives.ts';
import { readYaml } from './yaml-source.ts';

/**
 * Finds directives and addresses in YAML and JSON files, after parsing: references to other files, tags that name code,
 * keys that configure a generator, and HTML and templates in values.
 * @param describesApi whether keys are names in an API, which may be anything
 */
export function dataIn(
  text: string,
  describesApi: boolean,
): { directives: Directive[]; addresses: Address[] } {
  const { fault, texts, pairs, tags } = readYaml(text);
  const directives: Directive[] = [];
  // A file that cannot be parsed counts as a single directive, so that no change to it goes unnoticed.
  if (fault !== null) directives.push({ what: 'setting', line: fault.line, text });
  for (const tag of tags) directives.push({ what: 'program', ...tag });
  for (const { path, key, value, source, line } of pairs) {
    if (TAKES_IN.test(key) && value !== null && !value.startsWith('#'))
      directives.push({ what: 'include', line, text: source });
    else if (!describesApi && path.length < 3 && STEERS.test(key))
      directives.push({ what: 'setting', line, text: source });
  }
  for (const { text: value, line } of texts) {
    for (const part of obeyedIn(value)) directives.push({ what: 'html', line, text: part });
  }
  return { directives, addresses: texts.flatMap(({ text: value, line }) => addressesOf(value, line)) };
}

/** Keys whose values are references. Those within the same file begin with `#`. */
const TAKES_IN = /^(\$ref|\$dynamicRef|\$include|externalValue|operationRef|include|x-include)$/i;

/** Keys that add scripts, styles, plugins or analytics, in navigation files. */
const STEERS =
  /^(head|scripts?|js|css|styles?|stylesheets?|styling|template|layout|engines?|extra_\w+|hooks?|plugins?|extensions?|integrations|analytics|metatags|custom\w*|filters?|execute|exec|html)$/i;
