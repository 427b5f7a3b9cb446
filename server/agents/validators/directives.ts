import { type Address, addressesIn, addressesOf } from './addresses.ts';
import { asciiDoc } from './ascii-doc.ts';
import { dataIn } from './data-files.ts';
import { frontMatterIn } from './front-matter.ts';
import { activeHtml } from './html-allow-list.ts';
import type { Directive } from './known-directives.ts';
import { linesOf } from './lines.ts';
import { markdownExtensions } from './markdown-extensions.ts';
import { addressesOfReStructuredText, reStructuredText } from './restructured-text.ts';
import { templates } from './templates.ts';
import { tex } from './tex-commands.ts';

export type { Directive } from './known-directives.ts';

/** Parts of a source that are more than text. */
export type SourceParts = Readonly<{ directives: readonly Directive[]; addresses: readonly Address[] }>;

/**
 * Finds what the source of a page includes from other files, passes to the browser unchanged, or has a build run.
 * Checks the file's markup, its front matter, and the template languages that generators run over every page, including
 * code blocks. Directives, macros, template tags and front matter keys that only format text are on allow-lists; all
 * others count. HTML and addresses in Markdown are found by its parser (page.ts).
 */
export function directivesIn(path: string, text: string): SourceParts {
  const { directives, addresses } = partsOf(path, text);
  const all = [...directives, ...leadsOut(path, text)];
  // A file with this many consists of directives, so the whole file counts as one.
  if (all.length > MAX_DIRECTIVES) return { directives: [{ what: 'unknown', line: 1, text }], addresses };
  return { directives: all, addresses };
}

const MAX_DIRECTIVES = 2000;

function partsOf(path: string, text: string): SourceParts {
  if (/\.(json|ya?ml)$/i.test(path)) return dataIn(text, /(openapi|swagger|asyncapi)/i.test(path));
  if (!/\.(mdx?|markdown|rst|adoc|asciidoc|txt)$/i.test(path)) return { directives: [], addresses: [] };
  const isMarkdown = /\.(mdx?|markdown)$/i.test(path);
  const front = frontMatterIn(text, isMarkdown);
  const directives = [...front.directives, ...templates(text, /\.mdx$/i.test(path)), ...tex(text)];
  if (isMarkdown) {
    return {
      directives: [...directives, ...markdownExtensions(text)],
      addresses: [...front.addresses, ...argumentsOfDirectives(text)],
    };
  }
  const isText = /\.txt$/i.test(path);
  if (isText || /\.rst$/i.test(path)) directives.push(...reStructuredText(text));
  if (isText || /\.(adoc|asciidoc)$/i.test(path)) directives.push(...asciiDoc(text));
  if (isText) {
    directives.push(...markdownExtensions(text));
    for (const { line, text: found } of activeHtml(text))
      directives.push({ what: 'html', line, text: found });
  }
  const found = /\.(adoc|asciidoc)$/i.test(path) ? addressesIn(text) : addressesOfReStructuredText(text);
  return { directives, addresses: [...front.addresses, ...found] };
}

/** Finds the image or page that a MyST directive shows: ```` ```{image} a.png ````. */
function argumentsOfDirectives(text: string): Address[] {
  return linesOf(text).flatMap(({ text: written, line }) => {
    const argument = /^[\s>]{0,60}(?:`{3,}|~{3,}|:{3,})\{[\w:.+-]+\}([^\n]*)/.exec(written)?.[1];
    return argument === undefined ? [] : addressesOf(argument, line);
  });
}

/** Finds paths that lead out of the repository. Links in Markdown are covered by the link checks. */
function leadsOut(path: string, text: string): Directive[] {
  if (/\.(mdx?|markdown)$/i.test(path)) return [];
  const depth = path.split('/').length - 1;
  const climbs = new RegExp(`(?:\\.\\.[\\\\/]){${depth + 1}}`);
  return linesOf(text).flatMap(({ text: written, line }) =>
    climbs.test(written) ? [{ what: 'include', line, text: written.trim() }] : [],
  );
}
