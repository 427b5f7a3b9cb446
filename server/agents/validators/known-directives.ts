/** Part of a source that a build acts on instead of showing it. */
export type Directive = Readonly<{
  what: 'include' | 'raw' | 'program' | 'unknown' | 'html' | 'setting';
  /** Counted from 1. */
  line: number;
  /** Everything that the build treats as part of it: the identity of the finding. */
  text: string;
}>;

/** Directives of docutils, Sphinx and MyST that only format text, and those that document an API by hand. */
const SHAPING = new Set(
  (
    'admonition attention caution danger error hint important note tip warning seealso todo deprecated versionadded ' +
    'versionchanged versionremoved sidebar topic epigraph highlights pull-quote compound container rubric centered ' +
    'table list-table csv-table image figure code code-block sourcecode code-cell-output parsed-literal highlight math ' +
    'glossary toctree contents sectnum section-numbering header footer class productionlist index only replace ' +
    'unicode date target-notes footnotes tabs tab tab-set tab-item group-tab code-tab dropdown grid grid-item ' +
    'grid-item-card card card-carousel button-link button-ref div aside line-block block-quote default-domain ' +
    'function method classmethod staticmethod attribute data exception property module currentmodule option program ' +
    'envvar confval describe object cmdoption option-list namespace type macro struct union enum enumerator member var'
  ).split(' '),
);
const IN_DOMAIN = /^(py|c|cpp|js|rst|std|http|cmake|java|rb|php|go|dotnet|bash):[\w-]+$/;
const INCLUDING = /^(include|literalinclude|rli|remoteliteralinclude|download|mdinclude|import|embed)$/;
const RAW = /^(raw|raw-html|role|default-role|only-html|html|meta|iframe|video|audio|youtube)$/;

/** @returns null for a directive that only formats text */
export function directive(name: string): Directive['what'] | null {
  const plain = name.toLowerCase();
  if (SHAPING.has(plain) || IN_DOMAIN.test(plain)) return null;
  if (INCLUDING.test(plain)) return 'include';
  return RAW.test(plain) ? 'raw' : 'unknown';
}

/** MyST directives whose content is shown literally. */
export function isLiteral(name: string): boolean {
  return /^(code|code-block|sourcecode|code-cell|code-cell-output|math|literalinclude|mermaid|doctest)$/i.test(
    name,
  );
}

/**
 * Whether a Markdown container (`::: name`) only formats text: one of MyST, VitePress, Docusaurus, Rspress or GitLab.
 */
export function isContainer(name: string): boolean {
  return (
    directive(name) === null ||
    /^(info|details|code-group|raw-text|success|question|quote|example|abstract|bug|failure|steps?|cards?|columns?|row|col|block|left|right|center|callout|expand|spoiler|accordion|collapse)$/i.test(
      name,
    )
  );
}
