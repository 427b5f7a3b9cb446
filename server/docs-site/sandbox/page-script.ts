import type { Node } from 'acorn';
import { parse } from 'acorn';
import { callIn } from '../model/site-scripts.ts';

/** A file whose code a page needs, in the form the sandbox uses. */
export type Defined = Readonly<{
  file: string;
  /** Body of a function with the parameters `exports` and `require`. */
  code: string;
  /** Sources of its imports and the files they refer to. */
  targets: ReadonlyMap<string, string>;
  /** Imports that are not files of the repository, except for React. */
  absent: readonly string[];
}>;

/**
 * Returns why the page's own script cannot run a component of the repository.
 * @returns the end of a sentence whose subject is the component; undefined if it can run
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
 * Returns the classic script that makes the components of a page interactive, run by browser/components.ts. It contains
 * the code that ran in the sandbox and nothing else.
 * @param names available to that code without an import
 * @param started for each component, in order of its number, the expression that creates it
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

/** Returns words in string literals that may be classes, for which utility styles are generated. */
export function classesIn(code: string): string[] {
  const texts = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)];
  return texts.flatMap(([, ...parts]) =>
    (parts.find((part) => part !== undefined) ?? '')
      .split(/[\s"'`${}]+/)
      .filter((word) => /^!?-?[a-z][\w:./%#[\](),&>*-]*$/.test(word)),
  );
}
