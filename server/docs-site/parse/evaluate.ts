import type { Expression, Node, PrivateIdentifier, SpreadElement, Super } from 'estree';

/** A value that cannot be determined without running code. */
export const UNKNOWN: unique symbol = Symbol('unknown');

type Unknown = typeof UNKNOWN;

/** Larger values are left to the sandbox and its limits: names used repeatedly in a value multiply it. */
const SIZE_MAX = 4_000_000;
const ITEM_LENGTH = 10;
const SIZES = new WeakMap<object, number>();

function bounded(value: unknown): unknown {
  return sizeOf(value) > SIZE_MAX ? UNKNOWN : value;
}

/** Approximate length of a value as text. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return ITEM_LENGTH;
  const known = SIZES.get(value);
  if (known !== undefined) return known;
  const size = Object.entries(value).reduce(
    (sum, [key, item]) => sum + key.length + ITEM_LENGTH + sizeOf(item),
    0,
  );
  SIZES.set(value, size);
  return size;
}

/** Returns the value of a name; UNKNOWN if only running code can determine it. */
export type Lookup = (name: string) => unknown;

/**
 * Evaluates an expression without running code: literals, lists and objects of them, names, their own properties, and
 * operators on those. Returns UNKNOWN for anything else.
 */
export function evaluate(node: Node, lookup: Lookup): unknown {
  const inner = (one: Expression | SpreadElement | PrivateIdentifier | Super): unknown =>
    evaluate(one, lookup);
  switch (node.type) {
    case 'Literal':
      return 'regex' in node || 'bigint' in node ? UNKNOWN : node.value;
    case 'Identifier':
      return node.name === 'undefined' ? undefined : lookup(node.name);
    case 'TemplateLiteral': {
      const values = node.expressions.map(inner);
      if (values.some((value) => value === UNKNOWN || typeof value === 'object')) return UNKNOWN;
      if (sizeOf(values) > SIZE_MAX) return UNKNOWN;
      return node.quasis
        .map(
          (part, index) => (part.value.cooked ?? '') + (index < values.length ? String(values[index]) : ''),
        )
        .join('');
    }
    case 'UnaryExpression': {
      const value = inner(node.argument);
      if (value === UNKNOWN) return UNKNOWN;
      if (node.operator === '-') return -Number(value);
      if (node.operator === '!') return !value;
      return UNKNOWN;
    }
    case 'ArrayExpression': {
      const values = node.elements.map((element) => (element === null ? undefined : inner(element)));
      return values.includes(UNKNOWN) ? UNKNOWN : bounded(values);
    }
    case 'ObjectExpression':
      return objectOf(node, inner);
    case 'MemberExpression': {
      const object = inner(node.object);
      const key = node.computed
        ? inner(node.property)
        : node.property.type === 'Identifier'
          ? node.property.name
          : UNKNOWN;
      if (object === UNKNOWN || key === UNKNOWN) return UNKNOWN;
      if (object === null || object === undefined) return node.optional ? undefined : UNKNOWN;
      if (typeof object !== 'object') return UNKNOWN;
      if (Array.isArray(object) && key === 'length') return object.length;
      return Object.hasOwn(object, String(key))
        ? (object as Record<string, unknown>)[String(key)]
        : Array.isArray(object)
          ? UNKNOWN
          : undefined;
    }
    case 'ChainExpression':
      return inner(node.expression);
    case 'LogicalExpression': {
      const left = inner(node.left);
      if (left === UNKNOWN) return UNKNOWN;
      const takesRight =
        node.operator === '&&'
          ? Boolean(left)
          : node.operator === '||'
            ? !left
            : left === null || left === undefined;
      return takesRight ? inner(node.right) : left;
    }
    case 'ConditionalExpression': {
      const test = inner(node.test);
      return test === UNKNOWN ? UNKNOWN : inner(test ? node.consequent : node.alternate);
    }
    case 'BinaryExpression': {
      const [left, right] = [inner(node.left), inner(node.right)];
      return left === UNKNOWN || right === UNKNOWN ? UNKNOWN : operated(node.operator, left, right);
    }
    default:
      return UNKNOWN;
  }
}

function objectOf(
  node: Extract<Expression, { type: 'ObjectExpression' }>,
  inner: (one: Expression) => unknown,
): unknown {
  const entries: [string, unknown][] = [];
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return UNKNOWN;
    const { key } = property;
    const name =
      key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    const value = inner(property.value as Expression);
    if (name === undefined || value === UNKNOWN) return UNKNOWN;
    entries.push([name, value]);
  }
  return bounded(Object.fromEntries(entries));
}

function operated(operator: string, left: unknown, right: unknown): unknown | Unknown {
  switch (operator) {
    case '===':
    case '==':
      return left === right;
    case '!==':
    case '!=':
      return left !== right;
    case '+':
      return typeof left === 'number' && typeof right === 'number'
        ? left + right
        : typeof left === 'object' || typeof right === 'object'
          ? UNKNOWN
          : bounded(String(left) + String(right));
    case '-':
      return Number(left) - Number(right);
    case '*':
      return Number(left) * Number(right);
    case '>':
      return Number(left) > Number(right);
    case '<':
      return Number(left) < Number(right);
    default:
      return UNKNOWN;
  }
}
