import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import katex from 'katex';
import { valueNodes } from './components/cards.ts';
import { codeElement } from './components/code-block.ts';
import { diagramElement } from './components/diagram.ts';
import { el, svg } from './components/element.ts';
import { type CodeColors, isKnownLanguage } from './components/highlighter.ts';
import { htmlElement } from './components/html-element.ts';
import { findIcon } from './components/icons.ts';
import { COMPONENTS } from './components/registry.ts';
import type { Html, InnerLink, Rendering, TocEntry } from './components/rendering.ts';
import { type Diagrams, diagramSource, isDiagram } from './diagrams.ts';
import type { FindingCode } from './findings.ts';
import { addressOf, encoded, encodedHash, resolveAddress } from './model/address.ts';
import { redirectFrom } from './model/redirects.ts';
import { repositoryFileFor } from './model/repository-files.ts';
import type { Site } from './model/site.ts';
import { Slugs } from './model/slugs.ts';
import { suppliedFor, suppliedIcon } from './model/supplied.ts';
import { componentOf, type Node, type Origin } from './parse/nodes.ts';
import { smartPunctuation } from './parse/smart-punctuation.ts';
import { isElementValue } from './parse/values-to-nodes.ts';

/** Rendered text of a page, and what the rest of the site needs to know about it. Serializable as JSON. */
export type Body = Readonly<{
  html: string;
  aside: string;
  toc: readonly TocEntry[];
  ids: readonly string[];
  links: readonly InnerLink[];
  classes: readonly string[];
  hasMath: boolean;
  /** Files of the tree that the page shows or links to. */
  files: readonly string[];
  /** Script that makes the page's components interactive (sandbox/page-script.ts). */
  script?: string | undefined;
}>;

export type RenderTools = Readonly<{
  site: Site;
  colors: CodeColors;
  diagrams: Diagrams;
  report: (code: FindingCode, message: string, file: string, line?: number) => void;
  /** Called with each question about the site and its answer: `file a.png`, `page /guide`. */
  asked?: (question: string, answer: boolean) => void;
}>;

/** Renders the nodes of a page: components as HTML, headings with ids, code with colours. */
export function renderBody(
  nodes: readonly Node[],
  tools: RenderTools,
  extra?: (page: Rendering) => Html[],
): Body {
  const { page, state } = openRendering(tools);
  const content = page.render(nodes);
  const more = extra?.(page) ?? [];
  return {
    html: written([...content, ...more]),
    aside: written(page.aside),
    toc: page.toc,
    ids: [...page.ids],
    links: page.links,
    classes: [...page.classes],
    hasMath: state.hasMath,
    files: [...page.files],
  };
}

/** Serializes nodes. Only icons and formulas are raw HTML, which comes from the generator's own packages. */
export function written(children: readonly Html[]): string {
  const root: Root = { type: 'root', children: [...children] };
  return toHtml(root, { allowDangerousHtml: true, omitOptionalTags: false, closeSelfClosing: false });
}

export function openRendering({ site, colors, diagrams, report, asked }: RenderTools): {
  page: Rendering;
  state: { hasMath: boolean };
} {
  const state = { hasMath: false, isCode: false, isLink: false };
  const say = (code: FindingCode, message: string, { file, line }: Origin): void =>
    report(code, message, file, line);
  const heard = (question: string): boolean => {
    const answer = answerOf(site, question);
    asked?.(question, answer);
    return answer;
  };
  const links: InnerLink[] = [];
  const toc: TocEntry[] = [];
  const page: Rendering = {
    slugs: new Slugs(),
    toc,
    ids: new Set(),
    classes: new Set(),
    files: new Set(),
    links,
    aside: [],
    href: (address, origin) => {
      const target = resolveAddress(origin.file, address);
      if (target === undefined || target.kind === 'elsewhere') return target?.href;
      if (address.startsWith('#')) {
        links.push({ path: '', hash: target.hash, href: address, ...origin });
        return address;
      }
      const stated = fromRoot(address, target.path) ?? target.path;
      const there = redirectFrom(site.redirects, stated);
      const moved = there === undefined || heard(`page ${stated}`) ? undefined : resolveAddress('', there);
      if (moved?.kind === 'elsewhere') return moved.href;
      const { path, query, hash } =
        moved === undefined
          ? { ...target, path: stated }
          : { ...target, path: moved.path, hash: target.hash || moved.hash };
      const clean = withoutExtension(path);
      if (heard(`file ${clean.slice(1)}`)) page.files.add(clean.slice(1));
      const href = `${encoded(clean)}${query}${hash === '' ? '' : `#${encodedHash(hash)}`}`;
      links.push({ path: clean, hash, href, ...origin });
      return href;
    },
    source: (address, origin) => {
      if (/^data:image\/(?!svg)/i.test(address.trim()) || /^data:image\/svg\+xml/i.test(address.trim()))
        return address.trim();
      const target = resolveAddress(origin.file, address);
      if (target === undefined) return undefined;
      if (target.kind === 'elsewhere') {
        const own = suppliedSource(target.href) ?? repositorySource(target.href);
        if (own === undefined && /^https?:/.test(target.href))
          say(
            'remote-file',
            `${target.href} is a full web address, so the file is not shown offline.`,
            origin,
          );
        return own ?? target.href;
      }
      const path = target.path.slice(1);
      if (heard(`file ${path}`)) page.files.add(path);
      else say('missing-file', `There is no file ${path}.`, origin);
      return encoded(target.path);
    },
    icon: (name, style, origin) => {
      if (isElementValue(name)) return inline(valueNodes(name, origin))[0];
      if (typeof name !== 'string' || name.trim() === '') return undefined;
      if (/^(https?:|data:image\/|\.{0,2}\/)/.test(name) || /\.(svg|png|jpe?g|webp|ico|gif)$/i.test(name)) {
        const source = page.source(name, origin);
        return source === undefined ? undefined : el('img.icon-image', { src: source, alt: '' });
      }
      const supplied = suppliedIcon(name, typeof style === 'string' ? style : undefined, site.tree.has);
      if (supplied !== undefined) return pictureIcon(site.tree.read(supplied));
      const found = findIcon(
        name,
        typeof style === 'string' ? style : undefined,
        style === 'lucide' ? 'lucide' : site.settings.icons,
      );
      if (!found) {
        say(
          'unknown-icon',
          `The free icon sets that come with Offprint have no icon named ${JSON.stringify(name)}, so a different icon is shown instead.`,
          origin,
        );
        return iconElement(findIcon('shapes', undefined, 'lucide') ?? { body: '', width: 16, height: 16 });
      }
      return iconElement(found);
    },
    code: (block, origin) => {
      if (isDiagram(block.language)) {
        const drawing = diagrams.find(diagramSource(block.code));
        if ('light' in drawing) return diagramElement(drawing, origin, page);
        const line = drawing.line === undefined ? origin.line : (origin.line ?? 0) + drawing.line;
        say('diagram', `A diagram is shown as source code: ${drawing.fault}`, { ...origin, line });
      }
      if (!isKnownLanguage(block.language))
        say(
          'unknown-language',
          `${JSON.stringify(block.language)} code is shown without syntax highlighting.`,
          origin,
        );
      const { icon } = block.options;
      return codeElement(block, colors, icon === undefined ? undefined : page.icon(icon, undefined, origin));
    },
    math: (formula, display, origin) => {
      const html = formulaHtml(formula, display);
      if (html === undefined) {
        say(
          'failed-component',
          'A formula is shown as source because it is too long or nested too deep. Shorten or simplify it.',
          origin,
        );
        return el('code', {}, formula);
      }
      state.hasMath = true;
      return el(display ? 'div.math' : 'span.math', {}, { type: 'raw', value: html } as never);
    },
    render: (nodes) => nodes.flatMap((node) => one(node)),
    inline: (nodes) => inline(nodes),
    isInLink: () => state.isLink,
    report: say,
    stated: (keys, text) => (text === undefined ? { file: site.config.name } : site.config.find(keys, text)),
  };

  /**
   * Returns the path from the root of the site if only that one exists. `guides/start` in a page of another folder
   * often means the page `/guides/start`, and so does `/docs/guides/start` if the host serves the site from a folder.
   */
  function fromRoot(address: string, path: string): string | undefined {
    if (!/^(?:\/docs\/|[\w.-]+\/)/.test(address)) return undefined;
    const target = resolveAddress('', address.replace(/^\/docs\//, '/'));
    if (target?.kind !== 'inside' || target.path === path) return undefined;
    const exists = (one: string): boolean =>
      heard(`page ${withoutExtension(one)}`) || heard(`file ${one.slice(1)}`);
    return !exists(path) && exists(target.path) ? target.path : undefined;
  }

  /** Returns the repository's own copy of a file that a page shows by its web address, as many pages do. */
  function repositorySource(address: string): string | undefined {
    const file = repositoryFileFor(address, (path) => heard(`file ${path}`));
    if (file === undefined) return undefined;
    page.files.add(file);
    return encoded(`/${file}`);
  }

  function suppliedSource(address: string): string | undefined {
    const file = suppliedFor(address, site.tree.has);
    if (file === undefined) return undefined;
    page.files.add(file);
    return encoded(`/${file}`);
  }

  function inline(nodes: readonly Node[]): Html[] {
    return nodes.flatMap((node) =>
      node.type === 'element' && node.tagName === 'p' && !componentOf(node)
        ? page.render(node.children as Node[])
        : one(node),
    );
  }

  function one(node: Node): Html[] {
    if (node.type === 'text')
      return [state.isCode ? node : { type: 'text', value: smartPunctuation(node.value) }];
    if (node.type !== 'element') return [];
    const origin = node.data?.origin ?? { file: '' };
    const found = componentOf(node);
    if (found) return rendered(found.name, found.props, node.children as Node[], origin);
    const { tagName, properties } = node;
    return within(tagName, () =>
      htmlElement(tagName, reactNames(properties), node.children as Node[], origin, page),
    );
  }

  /** Renders an element that affects everything inside it. */
  function within(name: string, make: () => Html[]): Html[] {
    const before = { ...state };
    state.isCode ||= name === 'code' || name === 'pre' || name === 'kbd';
    state.isLink ||= name === 'a';
    const html = make();
    state.isCode = before.isCode;
    state.isLink = before.isLink;
    return html;
  }

  function rendered(
    name: string,
    props: Readonly<Record<string, unknown>>,
    children: Node[],
    origin: Origin,
  ): Html[] {
    if (Object.hasOwn(COMPONENTS, name))
      return COMPONENTS[name]?.({ name, props, children, origin }, page) ?? [];
    if (/^[a-z]/.test(name) && !name.includes('.')) {
      return within(name, () => htmlElement(name, props, children, origin, page));
    }
    say(
      'unknown-component',
      `<${name}> is not a known component and is not imported, so only its content is shown.`,
      origin,
    );
    return page.render(children);
  }

  return { page, state };
}

function withoutExtension(path: string): string {
  return addressOf(
    path
      .slice(1)
      .replace(/\/$/, '')
      .replace(/\.mdx?$/, ''),
  );
}

export function iconElement({
  body,
  width,
  height,
}: Readonly<{ body: string; width: number; height: number }>): Html {
  return svg(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      fill: 'currentColor',
      className: ['svg-icon'],
      ariaHidden: 'true',
      focusable: 'false',
    },
    { type: 'raw', value: body } as never,
  );
}

/**
 * Renders an icon supplied by the operator: an image that takes the colour of the text. It is inlined, so that pages
 * opened from files can show it.
 */
function pictureIcon(content: Buffer): Html {
  const url = `url(data:image/svg+xml;base64,${content.toString('base64')})`;
  return el('span.svg-icon.icon-mask', { style: `--icon:${url}`, ariaHidden: 'true' });
}

/** Converts the class list of hast to the text that components have. */
function reactNames(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { className, ...rest } = properties;
  return className === undefined
    ? rest
    : { ...rest, className: Array.isArray(className) ? className.join(' ') : className };
}

/** Answers a question about the site. `file a.png`: whether it has the file; `page /guide`: whether it has the page. */
export function answerOf(site: Site, question: string): boolean {
  const [kind, place = ''] = [question.slice(0, 4), question.slice(5)];
  if (kind === 'file') return site.files.has(place);
  const name = place.slice(1).replace(/\/$/, '');
  return site.pages.has(name) || site.pages.has(name === '' ? 'index' : `${name}/index`);
}

const FORMULA_MAX = 20_000;
/** Maximum size of a formula's expanded macros. Each may contain the whole formula. */
const EXPANDED_MAX = 2_000_000;

/** @returns undefined if the formula is too long or nested too deep */
function formulaHtml(formula: string, displayMode: boolean): string | undefined {
  if (formula.length > FORMULA_MAX) return undefined;
  try {
    return katex.renderToString(formula, {
      displayMode,
      throwOnError: false,
      strict: 'ignore',
      trust: false,
      maxSize: 50,
      maxExpand: Math.min(1000, Math.floor(EXPANDED_MAX / Math.max(formula.length, 1))),
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined; // stack overflow
    throw error;
  }
}
