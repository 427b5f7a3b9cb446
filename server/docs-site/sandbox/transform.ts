import { transform } from 'sucrase';

/** Compiles JSX and TypeScript to plain JavaScript, with CommonJS calls for `import` and `export`. @throws Error */
export function transformModule(code: string): string {
  return transform(withoutNamespaces(code), {
    transforms: ['jsx', 'typescript', 'imports'],
    jsxPragma: 'h',
    jsxFragmentPragma: 'Fragment',
    production: true,
    preserveDynamicImport: true,
  }).code;
}

export function transformExpression(code: string): string {
  const made = transform(`(${withoutNamespaces(code)}\n)`, {
    transforms: ['jsx', 'typescript'],
    jsxPragma: 'h',
    jsxFragmentPragma: 'Fragment',
    production: true,
  }).code;
  return made.trim().replace(/;\s*$/, '');
}

/** Renames `xlink:href` to React's `xlinkHref`, because the transform does not support names with a colon. */
function withoutNamespaces(code: string): string {
  return code.replace(
    /(\s)(xml|xlink|xmlns):([a-z])([a-z]*)=/g,
    (_whole, space: string, prefix: string, first: string, rest: string) =>
      `${space}${prefix}${first.toUpperCase()}${rest}=`,
  );
}
