import { componentOf, contentOf, type Node, toText } from '../parse/nodes.ts';
import { el } from './element.ts';
import { colorOf } from './html-element.ts';
import { type ComponentFunction, type Html, isTrue, textOfProp } from './rendering.ts';
import { register } from './steps.ts';

export const frame: ComponentFunction = ({ props, children }, page) => {
  const caption = textOfProp(props.caption);
  const hint = textOfProp(props.hint);
  return [
    ...(hint === undefined ? [] : [el('p.frame-hint', {}, hint)]),
    el(
      'figure',
      { className: ['frame', 'doc-block'] },
      el('div.frame-content', {}, page.render(children)),
      caption !== undefined && el('figcaption', {}, caption),
    ),
  ];
};

export const update: ComponentFunction = ({ props, children }, page) => {
  const label = textOfProp(props.label) ?? textOfProp(props.date) ?? '';
  const id = register(page.slugs.component(label), page);
  page.toc.push({ id, text: label, depth: 2 });
  const tags = Array.isArray(props.tags) ? props.tags.filter((tag) => typeof tag === 'string') : [];
  const description = textOfProp(props.description);
  return [
    el(
      'section',
      { className: ['update', 'doc-block'], id },
      el(
        'div.update-side',
        {},
        el('a.update-label', { href: `#${id}` }, label),
        tags.length > 0 &&
          el(
            'div.update-tags',
            {},
            tags.map((tag) => el('span.badge', {}, tag)),
          ),
        description !== undefined && el('p.update-description', {}, description),
      ),
      el('div.update-content', { className: ['prose'] }, page.render(children)),
    ),
  ];
};

export const tree: ComponentFunction = ({ children }) => [
  el('ul', { className: ['tree', 'doc-block'] }, treeItems(children)),
];

/** Renders files and folders, given as components or as a Markdown list. */
function treeItems(nodes: readonly Node[]): Html[] {
  return contentOf(nodes).flatMap((node): Html[] => {
    const found = componentOf(node);
    if (node.type === 'element' && isList(node)) return treeItems(node.children as Node[]);
    if (!found && node.type === 'element' && node.tagName === 'li')
      return [listItem(node.children as Node[])];
    const name = textOfProp(found?.props.name) ?? toText(node);
    if (found?.name === 'Tree.Folder' && node.type === 'element') {
      const isOpen = found.props.defaultOpen === undefined || isTrue(found.props.defaultOpen);
      return [folder(name, isOpen, treeItems(node.children as Node[]))];
    }
    const comment = textOfProp(found?.props.comment);
    return [el('li.tree-file', {}, name, comment !== undefined && el('span.tree-comment', {}, comment))];
  });
}

/** Renders a list item. It is a folder if its name ends in a slash (`- docs/`) or if it contains a list. */
function listItem(nodes: readonly Node[]): Html {
  const lists = nodes.filter(isList);
  const name = nodes
    .filter((node) => !isList(node))
    .map(toText)
    .join('')
    .trim();
  if (lists.length === 0 && !name.endsWith('/')) return el('li.tree-file', {}, name);
  return folder(name.replace(/\/$/, ''), lists.length > 0, treeItems(lists));
}

function folder(name: string, isOpen: boolean, items: Html[]): Html {
  return el(
    'li.tree-folder',
    {},
    el('details', { open: isOpen }, el('summary', {}, name), el('ul', {}, items)),
  );
}

function isList(node: Node): boolean {
  return node.type === 'element' && !componentOf(node) && /^[uo]l$/.test(node.tagName);
}

export const color: ComponentFunction = ({ props, children }, page) => [
  el(
    'div',
    { className: ['color', 'doc-block', ...(props.variant === 'table' ? ['color-table'] : [])] },
    page.render(contentOf(children)),
  ),
];

export const colorRow: ComponentFunction = ({ props, children }, page) => [
  el(
    'div.color-row',
    {},
    el('p.color-row-title', {}, textOfProp(props.title)),
    el('div.color-items', {}, page.render(contentOf(children))),
  ),
];

export const colorItem: ComponentFunction = ({ props }) => {
  const { value } = props;
  const light = colorValue(
    typeof value === 'object' && value !== null && 'light' in value ? value.light : value,
  );
  const dark = colorValue(
    typeof value === 'object' && value !== null && 'dark' in value ? value.dark : value,
  );
  return [
    el(
      'div.color-item',
      {},
      el('span.color-swatch', {
        style: `--swatch: ${light ?? 'transparent'}; --swatch-dark: ${dark ?? light ?? 'transparent'}`,
      }),
      el('span.color-name', {}, textOfProp(props.name)),
      el('code.color-value', {}, light === dark || dark === undefined ? light : `${light} / ${dark}`),
    ),
  ];
};

/** Returns a colour in any CSS notation, unless it has characters that could end the declaration. */
function colorValue(value: unknown): string | undefined {
  return typeof value === 'string' && /^[#\w(),.%\s/-]{1,80}$/.test(value) ? value : colorOf(value);
}

/** A prompt for an assistant, with a copy button. */
export const prompt: ComponentFunction = ({ props, children, origin }, page) => {
  const description = textOfProp(props.description);
  return [
    el(
      'div',
      { className: ['prompt', 'doc-block'] },
      el(
        'div.prompt-head',
        {},
        page.icon(props.icon ?? 'sparkles', props.iconType, origin),
        el('span', {}, description ?? 'Prompt'),
        el('button.copy', { type: 'button', dataCopy: 'prompt' }, 'Copy'),
      ),
      el(
        'details.prompt-text',
        {},
        el('summary', {}, 'Show the prompt'),
        el('div', {}, page.render(children)),
      ),
    ),
  ];
};
