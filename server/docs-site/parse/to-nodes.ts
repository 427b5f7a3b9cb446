import type { Expression, Program } from 'estree';
import type { Element } from 'hast';
import type { Nodes, Parents, RootContent } from 'mdast';
import type {
  MdxJsxAttribute,
  MdxJsxExpressionAttribute,
  MdxJsxFlowElement,
  MdxJsxTextElement,
} from 'mdast-util-mdx';
import { type State, toHast } from 'mdast-util-to-hast';
import { formatNumber } from '../../../shared/numbers.ts';
import type { FindingCode } from '../findings.ts';
import { evaluate, type Lookup, UNKNOWN } from './evaluate.ts';
import type { Library, Parsed } from './library.ts';
import { withoutMarks } from './literal-marks.ts';
import { type Binding, importedFile, type Module } from './modules.ts';
import { component, type Node, type Props, textNode } from './nodes.ts';
import { MdxFault } from './parse-mdx.ts';
import { isElementValue, nodesOf } from './values-to-nodes.ts';

type Jsx = MdxJsxFlowElement | MdxJsxTextElement;

/** Runs code whose result cannot be determined otherwise. Undefined if code must not run. */
export type RunCode = Readonly<{
  /** Evaluates an expression of a file, as a property or to be shown. @throws Error */
  expression: (code: string, place: Place, line: number | undefined, isProperty: boolean) => Shown;
  /** Renders a component or an HTML element with its properties. @throws Error */
  component: (name: string, props: Props, place: Place, line: number | undefined, code?: CodeProps) => Shown;
}>;

/** Source code of properties, such as functions. */
export type CodeProps = ReadonlyMap<string, string>;

/** Result of running code. `started` is set if a script of the page changes it in a browser: its number there. */
export type Shown = Readonly<{ value: unknown; started?: number }>;

/** Context of code: its file and the file's bindings, and the properties passed to the text being rendered. */
export type Place = Readonly<{ file: string; module: Module; props: Props }>;

export type Reading = Readonly<{
  library: Library;
  run: RunCode | undefined;
  report: (code: FindingCode, message: string, file: string, line?: number) => void;
}>;

/** Maximum nesting of included files. Deeper nesting means a cycle. */
const DEPTH_MAX = 20;
/** Maximum number of characters that a page may include besides its own: repeated includes multiply. */
const INCLUDED_MAX = 8_000_000;
/** Cost of a node or an included file besides its text, in characters. */
const NODE_LENGTH = 50;
const FILE_LENGTH = 4_000;

/** Converts a parsed page to nodes. Resolves imports, properties and expressions. */
export function toNodes(parsed: Parsed, file: string, reading: Reading): Node[] {
  const place = { file, module: parsed.module, props: {} };
  return new Reader(reading, place, undefined, 0, new IncludeBudget(reading, file)).read(parsed);
}

/** Characters that the page may still include. */
class IncludeBudget {
  readonly #reading: Reading;
  readonly #file: string;
  readonly #sizes = new WeakMap<Node, number>();
  #left = INCLUDED_MAX;

  constructor(reading: Reading, file: string) {
    this.#reading = reading;
    this.#file = file;
  }

  /** @returns false if the limit is reached, which is then reported */
  readonly take = (length: number): boolean => {
    this.#left -= length;
    if (this.#left < 0)
      this.#reading.report(
        'config',
        `${this.#file} includes more than ${formatNumber(INCLUDED_MAX)} characters of files, components and values. The rest was left out. Include less.`,
        this.#file,
      );
    return this.#left >= 0;
  };

  /** Like take(), for nodes that appear on the page once more. */
  readonly takeNodes = (nodes: readonly Node[]): boolean =>
    this.take(nodes.reduce((sum, node) => sum + this.#sizeOf(node), 0));

  #sizeOf(node: Node): number {
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    let size = NODE_LENGTH;
    if ('value' in node) size += String(node.value).length;
    if (node.type === 'element')
      for (const child of node.children as readonly Node[]) size += this.#sizeOf(child);
    this.#sizes.set(node, size);
    return size;
  }
}

class Reader {
  readonly #reading: Reading;
  readonly #place: Place;
  /** Children of the snippet being rendered. */
  readonly #children: readonly Node[] | undefined;
  readonly #depth: number;
  readonly #budget: IncludeBudget;

  constructor(
    reading: Reading,
    place: Place,
    children: readonly Node[] | undefined,
    depth: number,
    budget: IncludeBudget,
  ) {
    this.#reading = reading;
    this.#place = place;
    this.#children = children;
    this.#depth = depth;
    this.#budget = budget;
  }

  read({ root }: Parsed): Node[] {
    const tree = toHast(root, {
      handlers: {
        paragraph: (state: State, node: Extract<Nodes, { type: 'paragraph' }>) =>
          this.#paragraph(state, node),
        heading: (state: State, node: Extract<Nodes, { type: 'heading' }>) =>
          this.#element(`h${node.depth}`, state.all(node), node),
        link: (state: State, node: Extract<Nodes, { type: 'link' }>) =>
          this.#element('a', state.all(node), node, {
            href: withoutMarks(node.url),
            ...(node.title && { title: node.title }),
          }),
        image: (_state: State, node: Extract<Nodes, { type: 'image' }>) =>
          this.#element('img', [], node, {
            src: withoutMarks(node.url),
            alt: node.alt ?? '',
            ...(node.title && { title: node.title }),
          }),
        code: (_state: State, node: Extract<Nodes, { type: 'code' }>) =>
          component(
            'CodeBlock',
            { language: node.lang ?? '', meta: node.meta ?? '', code: withoutMarks(node.value) },
            [],
            this.#origin(node),
          ),
        inlineCode: (_state: State, node: Extract<Nodes, { type: 'inlineCode' }>) =>
          this.#element('code', [textNode(withoutMarks(node.value.replace(/\r?\n|\r/g, ' ')))], node),
        math: (_state: State, node: { value: string }) =>
          component('Math', { formula: withoutMarks(node.value), display: true }, [], {
            file: this.#place.file,
          }),
        inlineMath: (_state: State, node: { value: string }) =>
          component('Math', { formula: withoutMarks(node.value) }, [], { file: this.#place.file }),
        text: (_state: State, node: { value: string }) => textNode(withoutMarks(node.value)),
        mdxjsEsm: () => undefined,
        mdxFlowExpression: (_state: State, node: Expressed) => this.#expression(node),
        mdxTextExpression: (_state: State, node: Expressed) => this.#expression(node),
        mdxJsxFlowElement: (state: State, node: Jsx) => this.#jsx(node, state),
        mdxJsxTextElement: (state: State, node: Jsx) => this.#jsx(node, state),
      },
    });
    const nodes = 'children' in tree ? (tree.children as Node[]) : [];
    // The including file adds line ends between all nodes; keeping these would double them at each level.
    return this.#depth === 0 ? nodes : nodes.filter((node) => node.type !== 'text' || node.value !== '\n');
  }

  #origin(node: Positioned): { file: string; line?: number | undefined } {
    return { file: this.#place.file, line: node.position?.start.line };
  }

  #element(tagName: string, children: Node[], node: Nodes, properties: Element['properties'] = {}): Element {
    return { type: 'element', tagName, properties, children, data: { origin: this.#origin(node) } };
  }

  /** Converts a paragraph. A line of only elements and expressions is not one. */
  #paragraph(state: State, node: Extract<Nodes, { type: 'paragraph' }>): Node | Node[] {
    const isBare = node.children.every(
      (child) =>
        child.type === 'mdxJsxTextElement' ||
        child.type === 'mdxTextExpression' ||
        (child.type === 'text' && /^\s*$/.test(child.value)),
    );
    const children = state.all(node);
    return isBare ? children : this.#element('p', children, node);
  }

  readonly #lookup: Lookup = (name) => {
    if (name === 'props') return this.#place.props;
    if (Object.hasOwn(this.#place.props, name)) return this.#place.props[name];
    const found = this.#binding(name);
    return found?.kind === 'value' ? found.value : UNKNOWN;
  };

  #binding(name: string): Binding | undefined {
    return this.#reading.library.resolve(this.#place.module.bindings.get(name));
  }

  #expression(node: Expressed): Node[] {
    const code = node.value;
    if (this.#children !== undefined && /^\s*(props\.)?children\s*$/.test(code))
      return this.#budget.takeNodes(this.#children) ? [...this.#children] : [];
    const { value, started } = this.#evaluated(node.data?.estree, code, node, false);
    if (value === UNKNOWN) return [];
    const nodes = this.#nodes(value, node);
    return started === undefined ? nodes : [startedElement(started, nodes, [])];
  }

  /** @returns UNKNOWN as the value if evaluation failed and was reported */
  #evaluated(program: Program | null | undefined, code: string, at: Positioned, isProperty: boolean): Shown {
    const [statement] = program?.body ?? [];
    if (statement === undefined) return { value: undefined }; // a comment
    if (statement.type === 'ExpressionStatement') {
      const value = evaluate(statement.expression, this.#lookup);
      if (value !== UNKNOWN) return { value };
    }
    const { run, report } = this.#reading;
    const { file, line } = this.#origin(at);
    if (statement.type === 'ExpressionStatement' && this.#isUndefined(statement.expression)) {
      report(
        'undefined-name',
        `{${shortened(code)}} is not defined on this page, so it is shown as is.`,
        file,
        line,
      );
      return { value: `{${code}}` };
    }
    if (!run) {
      report('dropped-code', `{${shortened(code)}} is code, which is not run here.`, file, line);
      return { value: UNKNOWN };
    }
    try {
      return run.expression(withoutMarks(code), this.#place, line, isProperty);
    } catch (error) {
      report('failed-component', `{${shortened(code)}} failed: ${messageOf(error)}`, file, line);
      return { value: UNKNOWN };
    }
  }

  /** Whether an expression is an undefined name or a property of one, so that running it would be pointless. */
  #isUndefined(node: Expression): boolean {
    if (node.type === 'MemberExpression' && node.object.type !== 'Super')
      return this.#isUndefined(node.object);
    return (
      node.type === 'Identifier' &&
      node.name !== 'undefined' &&
      node.name !== 'props' &&
      !GLOBALS.has(node.name) &&
      !this.#place.module.bindings.has(node.name)
    );
  }

  #nodes(value: unknown, at: Positioned, slots: readonly (readonly Node[])[] = []): Node[] {
    return nodesOf(value, {
      origin: this.#origin(at),
      slots,
      take: (length) => this.#budget.take(NODE_LENGTH + length),
      takeNodes: this.#budget.takeNodes,
      page: (file, props, children) => this.#snippet(file, props, children, at),
    });
  }

  #jsx(node: Jsx, state: State): Node | Node[] {
    const children = (): Node[] => state.all(node as unknown as Parents) as Node[];
    const { name } = node;
    if (name === null) return children();
    const [first = ''] = name.split('.');
    const binding = /^[A-Z]/.test(first) || name.includes('.') ? this.#binding(first) : undefined;
    const code = this.#codeOf(node.attributes, isCode(binding));
    const props = this.#props(node.attributes, node, code);
    switch (binding?.kind) {
      case 'page':
        return this.#snippet(binding.file, props, children(), node);
      case 'code':
      case 'import':
        return this.#run(name, props, children(), node, code);
      case 'missing':
        this.#reading.report(
          'missing-snippet',
          `<${name}> is imported from ${binding.source}, which is not a file in the site's folder.`,
          this.#place.file,
          node.position?.start.line,
        );
        return children();
      case 'value':
        return this.#nodes(binding.value, node);
      default: {
        if (name === 'Snippet' && typeof props.file === 'string')
          return this.#legacySnippet(props.file, node, children);
        const given = Object.hasOwn(this.#place.props, first) ? this.#place.props[first] : undefined;
        if (isElementValue(given)) return this.#nodes(given, node);
        if (code.size > 0 && this.#reading.run && /^[a-z]\w*$/.test(name))
          return this.#run(name, props, children(), node, code);
        for (const key of code.keys())
          this.#reading.report(
            'dropped-code',
            `The ${key} prop of <${name}> is a function, which is not included in the page.`,
            this.#place.file,
            node.position?.start.line,
          );
        return component(name, props, children(), this.#origin(node));
      }
    }
  }

  /** Renders `<Snippet file="x.mdx" />`, which is older than imports. */
  #legacySnippet(name: string, node: Jsx, children: () => Node[]): Node[] {
    const file = importedFile(`/snippets/${name}`, this.#place.file, this.#reading.library.has);
    if (file !== undefined) return this.#snippet(file, {}, children(), node);
    const { file: here, line } = this.#origin(node);
    this.#reading.report('missing-snippet', `There is no file snippets/${name}.`, here, line);
    return children();
  }

  /** Renders a component of the repository, or only its children if that fails. */
  #run(name: string, props: Props, children: Node[], node: Jsx, code: CodeProps): Node[] {
    const { run, report } = this.#reading;
    const { file, line } = this.#origin(node);
    if (!run) {
      report(
        'unknown-component',
        `<${name}> is code from the repository, which is not run here.`,
        file,
        line,
      );
      return children;
    }
    try {
      const withSlot = children.length > 0 ? { ...props, children: { $slot: 0 } } : props;
      const { value, started } = run.component(name, withSlot, this.#place, line, code);
      if (started === undefined) return this.#nodes(value, node, [children]);
      const slot = slotElement(children);
      return [startedElement(started, this.#nodes(value, node, [[slot]]), children.length > 0 ? [slot] : [])];
    } catch (error) {
      report('failed-component', `<${name}> failed: ${messageOf(error)}`, file, line);
      return children;
    }
  }

  #snippet(file: string, props: Props, children: Node[], at: Positioned): Node[] {
    const { library, report } = this.#reading;
    const here = this.#origin(at);
    if (this.#depth >= DEPTH_MAX) {
      report(
        'config',
        `${file} includes itself, or is nested more than ${DEPTH_MAX} files deep.`,
        here.file,
        here.line,
      );
      return [];
    }
    try {
      const parsed = library.page(file);
      if (!this.#budget.take(FILE_LENGTH + parsed.length)) return [];
      const place = { file, module: parsed.module, props };
      return new Reader(this.#reading, place, children, this.#depth + 1, this.#budget).read(parsed);
    } catch (error) {
      if (!(error instanceof MdxFault)) throw error;
      report('broken-page', `The included file ${file} cannot be parsed: ${error.message}`, file, error.line);
      return [];
    }
  }

  /** Returns properties that stay code: functions and, for a component of the repository, other components of it. */
  #codeOf(attributes: Jsx['attributes'], takesComponents: boolean): CodeProps {
    return new Map(
      attributes.flatMap((attribute) => {
        const expression = attribute.type === 'mdxJsxAttribute' ? expressionOf(attribute) : undefined;
        const isComponent =
          takesComponents &&
          expression?.type === 'Identifier' &&
          /^[A-Z][\w$]*[a-z]/.test(expression.name) &&
          isCode(this.#binding(expression.name));
        return attribute.type === 'mdxJsxAttribute' && (isComponent || isFunction(expression))
          ? [[attribute.name, withoutMarks(sourceOf(attribute))] as const]
          : [];
      }),
    );
  }

  #props(
    attributes: readonly (MdxJsxAttribute | MdxJsxExpressionAttribute)[],
    node: Jsx,
    code: CodeProps,
  ): Props {
    const props: Record<string, unknown> = {};
    for (const attribute of attributes) {
      if (attribute.type === 'mdxJsxExpressionAttribute') {
        const name = /^\s*\.\.\.\s*(.+)$/s.exec(attribute.value)?.[1] ?? '';
        const value = name === 'props' ? this.#place.props : this.#lookup(name);
        if (typeof value === 'object' && value !== null) Object.assign(props, value);
        continue;
      }
      const { name, value } = attribute;
      if (name === '__proto__' || code.has(name)) continue;
      if (value === null || value === undefined) props[name] = true;
      else if (typeof value === 'string') props[name] = withoutMarks(value);
      else {
        const found = this.#evaluated(value.data?.estree, value.value, node, true);
        if (found.value !== UNKNOWN) props[name] = found.value;
      }
    }
    return props;
  }
}

function expressionOf({ value }: MdxJsxAttribute): Expression | undefined {
  const [statement] = (typeof value === 'object' && value?.data?.estree?.body) || [];
  return statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
}

function sourceOf({ value }: MdxJsxAttribute): string {
  return typeof value === 'object' ? (value?.value ?? '') : '';
}

function isFunction(expression: Expression | undefined): boolean {
  return expression !== undefined && /^(Arrow)?FunctionExpression$/.test(expression.type);
}

function isCode(binding: Binding | undefined): boolean {
  return binding?.kind === 'code' || binding?.kind === 'import';
}

/** Creates the element for a component that changes in a browser. browser/components.ts finds it by its number. */
function startedElement(started: number, nodes: Node[], slots: readonly Element[]): Element {
  // Children that are not part of the initial state may be shown later. Readers without scripts see them anyway.
  const hidden = slots.filter((slot) => !holds(nodes, slot));
  return {
    type: 'element',
    tagName: [...nodes, ...slots].every(isInline) ? 'span' : 'div',
    properties: { className: ['live'], dataLive: String(started) },
    children: [
      ...nodes,
      ...hidden.map((slot) => ({ ...slot, properties: { ...slot.properties, dataHidden: '' } })),
    ],
  };
}

function slotElement(children: Node[]): Element {
  const tagName = children.every(isInline) ? 'span' : 'div';
  return { type: 'element', tagName, properties: { className: ['live-slot'] }, children };
}

function isInline(node: Node): boolean {
  return (
    node.type !== 'element' ||
    /^(a|b|button|code|em|i|input|kbd|small|span|strong|sub|sup)$/.test(node.tagName) ||
    ['span', 'button', 'b', 'a', 'input'].includes(node.data?.component?.name ?? '')
  );
}

function holds(nodes: readonly Node[], one: Element): boolean {
  return nodes.some(
    (node) => node === one || (node.type === 'element' && holds(node.children as Node[], one)),
  );
}

/** Global names available to code. */
const GLOBALS = new Set(['Math', 'Date', 'JSON', 'Object', 'Array', 'String', 'Number', 'NaN', 'Infinity']);

type Positioned = { position?: { start: { line: number } } | undefined };

type Expressed = Readonly<{
  value: string;
  data?: { estree?: Program | null | undefined } | undefined;
  position?: RootContent['position'];
}>;

function shortened(code: string): string {
  const line = code.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
