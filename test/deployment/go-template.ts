import { FUNCTIONS, isTrue } from './go-functions.ts';

/**
 * Renders the templates of a Helm chart: supports exactly those features of Go's text/template, Sprig and Helm that
 * this chart uses. Anything else is an error, and so is output that Helm would print as `<no value>`.
 */

type Value = unknown;
type Scope = Readonly<{ dot: Value; root: Value; variables: Map<string, Value>[] }>;
type Node =
  | Readonly<{ kind: 'text'; text: string }>
  | Readonly<{ kind: 'print'; expression: string }>
  | Readonly<{ kind: 'assign'; name: string; declares: boolean; expression: string }>
  | Readonly<{ kind: 'if' | 'with'; expression: string; body: Node[]; otherwise: Node[] }>
  | Readonly<{ kind: 'range'; names: string[]; expression: string; body: Node[]; otherwise: Node[] }>
  | Readonly<{ kind: 'define'; name: string; body: Node[] }>;

/**
 * @param files text of each template, by its name
 * @param context `.Values`, `.Release`, `.Chart`
 * @returns the output of each file, without files whose name begins with `_`
 * @throws Error for a template that Helm would refuse or that this renderer does not support
 */
export function renderChart(
  files: Readonly<Record<string, string>>,
  context: object,
): Record<string, string> {
  const templates = new Map<string, Node[]>();
  const parsed = Object.entries(files).map(([file, text]) => {
    try {
      return [file, parse(text)] as const;
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`);
    }
  });
  for (const [, nodes] of parsed) {
    for (const node of nodes) if (node.kind === 'define') templates.set(node.name, node.body);
  }
  const include = (name: string, dot: Value): string => {
    const body = templates.get(name);
    if (!body) throw new Error(`There is no template ${name}.`);
    return render(body, { dot, root: dot, variables: [new Map()] }, include);
  };
  const rendered: Record<string, string> = {};
  for (const [file, nodes] of parsed) {
    if (file.startsWith('_')) continue;
    try {
      rendered[file] = render(nodes, { dot: context, root: context, variables: [new Map()] }, include);
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`);
    }
  }
  return rendered;
}

/** Parses text and actions, trimmed according to `{{-` and `-}}`, nested by their `end`. */
function parse(source: string): Node[] {
  const root: Node[] = [];
  /** Open blocks: where new nodes go, and what `end` and `else` belong to. */
  const open: { node: Extract<Node, { body: Node[] }>; into: Node[] }[] = [];
  const into = (): Node[] => open.at(-1)?.into ?? root;
  let trimsNext = false;
  let at = 0;
  for (const { 0: whole, 1: left, 2: action = '', 3: right, index } of source.matchAll(
    /\{\{(-(?=\s))?\s*(\/\*[\s\S]*?\*\/|(?:"(?:[^"\\]|\\.)*"|[^}"])*?)\s*(\s-)?\}\}/g,
  )) {
    let text = source.slice(at, index);
    if (trimsNext) text = text.trimStart();
    if (left) text = text.trimEnd();
    if (text !== '') into().push({ kind: 'text', text });
    trimsNext = right !== undefined;
    at = index + whole.length;
    if (!action.startsWith('/*')) act(action.trim());
  }
  const rest = source.slice(at);
  if (/\{\{|\}\}/.test(rest)) throw new Error(`This action is not understood: ${rest.slice(0, 80)}`);
  into().push({ kind: 'text', text: trimsNext ? rest.trimStart() : rest });
  if (open.length > 0) throw new Error('An end is missing.');
  return root;

  function act(action: string): void {
    const [, word = '', tail = ''] = /^(\S+)\s*([\s\S]*)$/.exec(action) ?? [];
    const begin = (node: Extract<Node, { body: Node[] }>): void => {
      into().push(node);
      open.push({ node, into: node.body });
    };
    if (word === 'if' || word === 'with') {
      begin({ kind: word, expression: tail, body: [], otherwise: [] });
    } else if (word === 'range') {
      const [, names, expression = tail] = /^((?:\$\w+,?\s*)+):=\s*([\s\S]*)$/.exec(tail) ?? [];
      begin({ kind: 'range', names: names?.match(/\$\w+/g) ?? [], expression, body: [], otherwise: [] });
    } else if (word === 'define') {
      begin({ kind: 'define', name: JSON.parse(tail) as string, body: [] });
    } else if (word === 'else' && tail === '') {
      const last = open.at(-1);
      if (!last || !('otherwise' in last.node)) throw new Error('An else belongs to nothing.');
      last.into = last.node.otherwise;
    } else if (word === 'end') {
      if (!open.pop()) throw new Error('An end belongs to nothing.');
    } else if (/^(else|block|template|break|continue)$/.test(word)) {
      throw new Error(`${action} is not understood.`);
    } else {
      const [, name, sign, expression = ''] = /^(\$\w+)\s*(:?=)\s*([\s\S]*)$/.exec(action) ?? [];
      into().push(
        name === undefined
          ? { kind: 'print', expression: action }
          : { kind: 'assign', name, declares: sign === ':=', expression },
      );
    }
  }
}

type Include = (name: string, dot: Value) => string;

function render(nodes: readonly Node[], scope: Scope, include: Include): string {
  const inside = (body: readonly Node[], dot: Value, names: Iterable<[string, Value]> = []): string =>
    render(body, { ...scope, dot, variables: [...scope.variables, new Map(names)] }, include);
  const rendered = (node: Node): string => {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'define':
        return '';
      case 'print':
        return printed(evaluate(node.expression, scope, include), node.expression);
      case 'assign': {
        const value = evaluate(node.expression, scope, include);
        const home = node.declares
          ? scope.variables.at(-1)
          : scope.variables.findLast((variables) => variables.has(node.name));
        if (!home) throw new Error(`${node.name} is not declared.`);
        home.set(node.name, value);
        return '';
      }
      case 'if':
        return inside(
          isTrue(evaluate(node.expression, scope, include)) ? node.body : node.otherwise,
          scope.dot,
        );
      case 'with': {
        const value = evaluate(node.expression, scope, include);
        return isTrue(value) ? inside(node.body, value) : inside(node.otherwise, scope.dot);
      }
      case 'range': {
        const items = itemsOf(evaluate(node.expression, scope, include));
        if (items.length === 0) return inside(node.otherwise, scope.dot);
        const [first, second] = node.names;
        return items
          .map(([key, value]) =>
            inside(node.body, value, [
              ...(second === undefined ? [] : [[first ?? '', key] as [string, Value]]),
              ...(first === undefined ? [] : [[second ?? first, value] as [string, Value]]),
            ]),
          )
          .join('');
      }
    }
  };
  return nodes.map(rendered).join('');
}

/** Entries of a list by index, those of a map by sorted keys. */
function itemsOf(value: Value): [Value, Value][] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') throw new Error('range is over a list or a map.');
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

function printed(value: Value, expression: string): string {
  if (value === undefined || value === null) throw new Error(`${expression} has no value.`);
  if (typeof value === 'object') throw new Error(`${expression} is no text: use toYaml.`);
  return String(value);
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\(|\)|\||\$?[\w]*(?:\.\w+)+|\$\w*|\.|[\w]+|\S)/gy;

/** Evaluates a pipeline: commands with arguments, each with the previous result as its last argument. */
function evaluate(expression: string, scope: Scope, include: Include): Value {
  const tokens = [...expression.matchAll(TOKEN)].map(([, token = '']) => token);
  let next = 0;
  const pipeline = (): Value => {
    let value = command([]);
    while (tokens[next] === '|') {
      next += 1;
      value = command([value]);
    }
    return value;
  };
  const command = (piped: readonly Value[]): Value => {
    const token = tokens[next] ?? '';
    if (!/^[a-z]\w*$/i.test(token) || token === 'true' || token === 'false') {
      if (piped.length > 0) throw new Error(`${token} is given something, and is not a function.`);
      return operand();
    }
    next += 1;
    const values: Value[] = [];
    while (next < tokens.length && tokens[next] !== '|' && tokens[next] !== ')') values.push(operand());
    if (token === 'include') {
      const [name, dot] = [...values, ...piped];
      return include(String(name), dot);
    }
    const called = FUNCTIONS[token];
    if (!called) throw new Error(`The function ${token} is not understood.`);
    return called(...values, ...piped);
  };
  const operand = (): Value => {
    const token = tokens[next] ?? '';
    next += 1;
    if (token === '(') {
      const value = pipeline();
      if (tokens[next] !== ')') throw new Error(`A parenthesis is not closed in ${expression}.`);
      next += 1;
      return value;
    }
    if (token.startsWith('"')) return JSON.parse(token);
    if (/^\d+$/.test(token)) return Number(token);
    if (token === 'true' || token === 'false') return token === 'true';
    if (token.startsWith('.')) return field(scope.dot, token);
    const [, name = '', path = ''] = /^(\$\w*)((?:\.\w+)*)$/.exec(token) ?? [];
    if (name === '$') return field(scope.root, path);
    const home = scope.variables.findLast((variables) => variables.has(name));
    if (!home) throw new Error(`${token} is not understood in ${expression}.`);
    return field(home.get(name), path);
  };
  const value = pipeline();
  if (next < tokens.length) throw new Error(`${tokens[next]} is not understood in ${expression}.`);
  return value;
}

function field(from: Value, path: string): Value {
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce<Value>((value, name) => {
      if (typeof value !== 'object' || value === null)
        throw new Error(`${path}: there is nothing to have ${name}.`);
      return Object.hasOwn(value, name) ? (value as Record<string, Value>)[name] : undefined;
    }, from);
}
