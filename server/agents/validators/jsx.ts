import type { Expression, Program, SpreadElement } from 'estree';
import type { MdxJsxAttribute, MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import { type ActivePart, activeHtml, faultsOf } from './html-allow-list.ts';

export type Jsx = MdxJsxFlowElement | MdxJsxTextElement;

/** Attribute of an MDX element, with its value and all strings in that value. */
export type JsxAttribute = Readonly<{
  name: string;
  /** Null if the value is known only after running code. */
  value: string | null;
  strings: readonly string[];
}>;

/** Returns the attributes with their values, whether strings or plain values in braces (`{"x"}`). */
export function attributesOf({ attributes }: Jsx): JsxAttribute[] {
  return attributes.flatMap((entry) => (entry.type === 'mdxJsxAttribute' ? [attributeOf(entry)] : []));
}

function attributeOf({ name, value }: MdxJsxAttribute): JsxAttribute {
  if (value === null || value === undefined) return { name, value: '', strings: [] };
  if (typeof value === 'string') return { name, value, strings: [value] };
  const plain = plainValue(value.data?.estree);
  if (plain === undefined) return { name, value: null, strings: [] };
  return { name, value: String(plain), strings: stringsIn(plain) };
}

/**
 * Finds what a browser would act on in an element. HTML elements are checked like raw HTML (html-allow-list.ts),
 * components of the site by their attributes. What a component does with a text is not known.
 */
export function activeElement(node: Jsx, line: number, source: string): ActivePart[] {
  const found: ActivePart[] = [];
  const add = (what: ActivePart['what'], text: string): void => {
    found.push({ what, line, text });
  };
  const { name } = node;
  const isComponent = name === null || /^[A-Z]|\./.test(name);
  const attributes = attributesOf(node);
  if (!isComponent) {
    const written = attributes.map((one) => [one.name.toLowerCase(), one.value ?? ''] as const);
    for (const { what, text } of faultsOf({ name, attributes: written, text: source, isTooLong: false })) {
      add(what, text);
    }
  }
  for (const { name: key, strings } of attributes) {
    if (isComponent && /^on[a-z]{2}/i.test(key)) add('handler', `${key}=${strings.join(' ')}`);
    if (/html|^srcdoc$|[:@]/i.test(key)) add('markup', `${key}=${strings.join(' ')}`);
    for (const text of strings) for (const part of activeHtml(text)) add(part.what, `${key}=${part.text}`);
  }
  return found;
}

/**
 * Returns the value of an expression that runs nothing: literals, and lists and objects of them. Undefined for any
 * other.
 */
export function plainValue(program: Program | null | undefined): unknown {
  const [statement, ...more] = program?.body ?? [];
  if (statement === undefined) return program ? null : undefined;
  if (more.length > 0 || statement.type !== 'ExpressionStatement') return undefined;
  return literalOf(statement.expression);
}

function literalOf(node: Expression | SpreadElement | null): unknown {
  switch (node?.type) {
    case 'Literal':
      return 'regex' in node || 'bigint' in node ? undefined : node.value;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
    case 'UnaryExpression':
      return node.operator === '-' ? negative(literalOf(node.argument)) : undefined;
    case 'ArrayExpression': {
      const values = node.elements.map(literalOf);
      return values.includes(undefined) ? undefined : values;
    }
    case 'ObjectExpression': {
      const entries = node.properties.map((property) => {
        if (property.type !== 'Property' || property.computed || property.kind !== 'init') return null;
        const { key, value } = property;
        const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
        const plain = literalOf(value as Expression);
        return name === '' || plain === undefined || OBEYED_KEY.test(name) ? null : ([name, plain] as const);
      });
      return entries.includes(null) ? undefined : Object.fromEntries(entries.filter((one) => one !== null));
    }
    default:
      return undefined;
  }
}

/** Keys that React interprets as more than text. */
const OBEYED_KEY = /^(__\w+|on[A-Z]\w*|dangerously\w*|\$\$typeof|ref|type|props)$/;

function negative(value: unknown): unknown {
  return typeof value === 'number' ? -value : undefined;
}

/** Returns all strings in a plain value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
