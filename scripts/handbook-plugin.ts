import fs from 'node:fs';
import path from 'node:path';
import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import type { Plugin } from 'vite';
import type { Chapter, HandbookNode } from '../renderer/help/handbook.types.ts';

const NAME = 'virtual:handbook';
export const HANDBOOK = path.resolve(import.meta.dirname, '../examples/handbook');

/** Elements that a chapter may have; any other element is replaced with its content. */
const SHOWN = new Set(
  'a aside b br caption code dd div dl dt em figcaption figure h1 h2 h3 h4 i img kbd li ol p pre small span strong table tbody td th thead tr ul var'.split(
    ' ',
  ),
);
/**
 * Elements that are left out with their content: controls, drawings of them, and the chapter's own table of contents.
 */
const LEFT_OUT = new Set(
  'button details form footer input label nav noscript output script source style summary svg time'.split(
    ' ',
  ),
);
const ATTRIBUTES = ['alt', 'colspan', 'href', 'id', 'rowspan', 'scope', 'src'];

/**
 * Provides the handbook's chapters to the interface as element trees, which it renders itself: the policy of its pages
 * forbids markup from text, and this works the same in a browser and in the desktop app.
 */
export function handbookPlugin(): Plugin {
  return {
    name: 'offprint-handbook',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const chapters = readHandbook();
      for (const { file } of chapters) this.addWatchFile(path.join(HANDBOOK, file));
      const images = [...new Set(chapters.flatMap(({ nodes }) => nodes.flatMap(imagesIn)))];
      const imports = images.map(
        (name, index) =>
          `import image${index} from ${JSON.stringify(`${path.join(HANDBOOK, name)}?url&no-inline`)};`,
      );
      const table = images.map((name, index) => `${JSON.stringify(name)}: image${index}`);
      return [
        ...imports,
        `export const images = {${table.join(',')}};`,
        `export const chapters = ${JSON.stringify(chapters)};`,
      ].join('\n');
    },
  };
}

/** Reads the chapters, in the order of the handbook's own navigation. @throws if the handbook has none */
export function readHandbook(): readonly Chapter[] {
  const home = parseDocument(fs.readFileSync(path.join(HANDBOOK, 'index.html'), 'utf8'));
  const side = find(home.children, (element) => element.attribs.id === 'side');
  if (!side) throw new Error('The handbook has no list of its chapters (id="side" in index.html).');
  const chapters: Chapter[] = [];
  let section = '';
  for (const element of elementsIn(side.children)) {
    if (element.name === 'p') section = textOf(element).trim();
    if (element.name !== 'a') continue;
    const file = pathOf(element.attribs.href ?? '', '.');
    const document = parseDocument(fs.readFileSync(path.join(HANDBOOK, file), 'utf8'));
    const main = find(document.children, ({ name }) => name === 'main');
    if (!main) throw new Error(`${file} of the handbook has no <main>.`);
    const nodes = shown(main.children, path.posix.dirname(file));
    chapters.push({ file, section, title: textOf(element).trim(), nodes });
  }
  return chapters;
}

function shown(children: readonly ChildNode[], folder: string): HandbookNode[] {
  return children.flatMap((child): HandbookNode[] => {
    if (isText(child)) return [child.data];
    if (!isTag(child)) return [];
    const { name, attribs } = child;
    const words = attribs.class?.split(' ') ?? [];
    if (name === 'details' && !words.includes('toc')) return shown(child.children, folder);
    if (name === 'summary' && find(child.children, () => true) === undefined)
      return [['p', {}, [['strong', {}, shown(child.children, folder)]]]];
    if (LEFT_OUT.has(name) || words.includes('anchor') || words.includes('code-head')) return [];
    const inner = shown(child.children, folder);
    // All tabs are shown, each under its name.
    const tab = attribs.role === 'tabpanel' ? attribs['aria-labelledby'] : undefined;
    if (tab !== undefined) return [['p', {}, [['strong', {}, [tab.split('-').at(-1) ?? '']]]], ...inner];
    if (!SHOWN.has(name)) return inner;
    return [[name, attributesOf(attribs, folder), inner]];
  });
}

/** Returns the allowed attributes. References within the handbook become paths in it. */
function attributesOf(attribs: Readonly<Record<string, string>>, folder: string): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ATTRIBUTES) {
    const value = attribs[name];
    if (value === undefined) continue;
    const isWithin = (name === 'href' || name === 'src') && !/^(#|[a-z]+:|\/\/)/i.test(value);
    kept[name] = isWithin ? pathOf(value, value.startsWith('/') ? '/' : folder) : value;
  }
  return kept;
}

/** Resolves a reference from a page in `folder` to a path in the handbook, including what follows its `#`. */
function pathOf(reference: string, folder: string): string {
  const [target = '', anchor] = reference.split('#');
  const joined = path.posix.join(folder, target).replace(/^\//, '');
  const file = [joined, `${joined}.html`, path.posix.join(joined, 'index.html')].find((each) =>
    fs.statSync(path.join(HANDBOOK, each), { throwIfNoEntry: false })?.isFile(),
  );
  return anchor === undefined ? (file ?? joined) : `${file ?? joined}#${anchor}`;
}

function imagesIn(node: HandbookNode): string[] {
  if (typeof node === 'string') return [];
  const [name, { src }, children] = node;
  return name === 'img' && src !== undefined ? [src] : children.flatMap(imagesIn);
}

function* elementsIn(nodes: readonly ChildNode[]): Generator<Element> {
  for (const node of nodes) {
    if (!isTag(node)) continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

function find(nodes: readonly ChildNode[], test: (element: Element) => boolean): Element | undefined {
  for (const element of elementsIn(nodes)) if (test(element)) return element;
  return undefined;
}

function textOf(element: Element): string {
  return element.children
    .map((child) => (isText(child) ? child.data : isTag(child) ? textOf(child) : ''))
    .join('');
}
