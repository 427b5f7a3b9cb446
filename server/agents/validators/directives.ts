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

/** What a source has in it besides text. */
export type SourceParts = Readonly<{ directives: readonly Directive[]; addresses: readonly Address[] }>;

/**
 * What the sources of a page take in from other files, hand to the reader's browser as they are, or have a build run:
 * by the markup of the file, by its front matter, and by the template languages that generators run over every page,
 * blocks of code included. Of directives, macros, template tags and names of front matter those are known that only
 * shape a text; every other one counts. HTML and addresses of Markdown are found by its parser (page.ts).
 */
export function directivesIn(path: string, text: string): SourceParts {
  const { directives, addresses } = partsOf(path, text);
  const all = [...directives, ...leadsOut(path, text)];
  // So many are a file that is made of them: it counts as a whole.
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

/** The picture or page that a directive of MyST shows: ```` ```{image} a.png ````. */
function argumentsOfDirectives(text: string): Address[] {
  return linesOf(text).flatMap(({ text: written, line }) => {
    const argument = /^[\s>]{0,60}(?:`{3,}|~{3,}|:{3,})\{[\w:.+-]+\}([^\n]*)/.exec(written)?.[1];
    return argument === undefined ? [] : addressesOf(argument, line);
  });
}

/** Paths that climb out of the repository; of links in Markdown the checks of links tell. */
function leadsOut(path: string, text: string): Directive[] {
  if (/\.(mdx?|markdown)$/i.test(path)) return [];
  const depth = path.split('/').length - 1;
  const climbs = new RegExp(`(?:\\.\\.[\\\\/]){${depth + 1}}`);
  return linesOf(text).flatMap(({ text: written, line }) =>
    climbs.test(written) ? [{ what: 'include', line, text: written.trim() }] : [],
  );
}
