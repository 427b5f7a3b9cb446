import type { Node } from 'acorn';
import { parse } from 'acorn';
import { callIn } from '../model/site-scripts.ts';

/** A file whose code a page needs, as the sandbox defines it. */
export type Defined = Readonly<{
  file: string;
  /** The body of a function of `exports` and `require`. */
  code: string;
  /** What its imports name, and the files that those are. */
  targets: ReadonlyMap<string, string>;
  /** Imports that are no file of the repository, but for React. */
  absent: readonly string[];
}>;

/**
 * Why code of the repository cannot be shown at work by the page's own script.
 * @returns undefined where it can; else part of a sentence that begins with the component
 */
export function whyNotAtWork(defined: Iterable<Defined>, used: readonly string[]): string | undefined {
  const [first] = used.filter((name) => name !== 'Fragment' && name !== 'React.Fragment');
  if (first !== undefined)
    return first.startsWith('page:') ? `shows ${first.slice('page:'.length)}` : `shows <${first}>`;
  for (const { file, code, absent } of defined) {
    const [source] = absent;
    if (source !== undefined) return `needs ${source}, which is not available (${file})`;
    const call = callIn(parsed(code), { ofComponent: true });
    if (call !== undefined) return `uses ${call}, which needs network access (${file})`;
  }
  return undefined;
}

function parsed(code: string): Node {
  return parse(code, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true });
}

/**
 * The classic script that brings the components of a page to life, run by browser/components.ts: the code that ran in
 * the sandbox, and no other.
 * @param names what that code has without an import
 * @param started for each component in the order of its number, the expression that makes it
 */
export function pageScript(
  names: readonly string[],
  defined: Iterable<Defined>,
  started: readonly string[],
): string {
  const files = [...defined].map(
    ({ file, code, targets }) =>
      `__define(${JSON.stringify(file)},function(exports,require){${code}\n},${JSON.stringify(Object.fromEntries(targets))});`,
  );
  return `docsComponents(function({${names.join(',')}},__define,__load,__page){
${files.join('\n')}
return [${started.map((code) => `function(){return ${code}\n}`).join(',\n')}];
});
`;
}

/** Words in the texts of code that may be classes, for which utilities are generated. */
export function classesIn(code: string): string[] {
  const texts = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)];
  return texts.flatMap(([, ...parts]) =>
    (parts.find((part) => part !== undefined) ?? '')
      .split(/[\s"'`${}]+/)
      .filter((word) => /^!?-?[a-z][\w:./%#[\](),&>*-]*$/.test(word)),
  );
}
