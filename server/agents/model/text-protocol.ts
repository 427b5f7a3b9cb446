import type { Answer, JsonSchema, Message, ToolCall, ToolDescription } from './chat.ts';

/**
 * Describes tools for calls in plain text, for servers that lose or break native calls: several fail on long text
 * inside JSON (research/agent.md 3.4). There is one block per turn. Short values take one line each. Long text goes
 * between markers and never inside JSON, so nothing has to be escaped.
 *
 *     @@call edit
 *     path: guide/install.mdx
 *     replace_all: false
 *     @@old_text
 *     Run `npm install`.
 *     @@new_text
 *     Run `npm ci`.
 *     @@end
 */
function describeAsText(tools: readonly ToolDescription[]): string {
  const list = tools.map((tool) => {
    const values = Object.entries(propertiesOf(tool.parameters)).map(([name, schema]) => {
      const note = typeof schema.description === 'string' ? `: ${schema.description}` : '';
      return `  ${isLong(schema) ? `@@${name}` : name} (${typeName(schema)})${note}`;
    });
    return [`${tool.name}: ${tool.description}`, ...values].join('\n');
  });
  return [
    'You act by calling one tool per turn. Write a short reason if you like, then exactly one block of this form:',
    '',
    '@@call name-of-the-tool',
    'short_value: on one line',
    '@@long_value',
    'as many lines as needed, letter for letter, without quotes or escapes',
    '@@end',
    '',
    'Values marked @@ below are long values. Leave out what is null. Nothing may follow @@end. Wait for the result.',
    '',
    'Tools:',
    '',
    list.join('\n\n'),
  ].join('\n');
}

/**
 * Converts the conversation for a server that gets no tools: calls become text blocks, results become user messages.
 */
export function asTextMessages(
  messages: readonly Message[],
  tools: readonly ToolDescription[],
): readonly Message[] {
  const texts = messages.map((message): Message => {
    switch (message.role) {
      case 'assistant':
        return {
          role: 'assistant',
          text: [message.text, ...message.calls.map((call) => writeCall(call, tools))]
            .filter((part) => part !== '')
            .join('\n'),
          calls: [],
        };
      case 'tool':
        return { role: 'user', text: `Result of ${message.name}:\n${message.text}` };
      case 'system':
        return { role: 'system', text: `${message.text}\n\n${describeAsText(tools)}` };
      default:
        return message;
    }
  });
  return joinNeighbours(texts);
}

/** Parses the block in a text answer. A block without its end is never executed. */
export function readTextCall(answer: Answer, tools: readonly ToolDescription[]): Answer {
  if (answer.kind !== 'text' && answer.kind !== 'text-call' && answer.kind !== 'cut') return answer;
  const lines = answer.text.replaceAll('\r\n', '\n').split('\n');
  const start = lines.findIndex((line) => /^\s*@@call\b/.test(line));
  if (start === -1) return answer;
  const end = lines.findIndex((line, at) => at > start && line.trim() === '@@end');
  const before = lines.slice(0, start).join('\n').trim();
  const raw = lines.slice(start, end === -1 ? undefined : end + 1).join('\n');
  const name = /^\s*@@call\s+(\S+)/.exec(lines[start] ?? '')?.[1] ?? '';
  const tool = tools.find((entry) => entry.name === name);
  const call = (values: ToolCall['arguments']): ToolCall => ({ id: 'call_1', name, arguments: values, raw });
  if (end === -1) {
    const kind = answer.kind === 'cut' ? 'cut' : answer.full ? 'truncated' : 'bad-arguments';
    return { ...answer, kind, text: before, calls: [call(null)] };
  }
  const values = readValues(lines.slice(start + 1, end), propertiesOf(tool?.parameters ?? {}));
  return {
    ...answer,
    kind: values === null ? 'bad-arguments' : 'calls',
    text: before,
    calls: [call(values)],
  };
}

function readValues(
  lines: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): Record<string, unknown> | null {
  const values: Record<string, unknown> = {};
  const markers = lines.map((line) => /^@@(\w+)\s*$/.exec(line)?.[1]);
  const isKnown = (marker: string | undefined): boolean => marker !== undefined && marker in properties;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const marker = markers[at];
    if (marker !== undefined) {
      const from = at + 1;
      at = from;
      while (at < lines.length && !isKnown(markers[at])) at++;
      values[marker] = lines.slice(from, at).join('\n');
      continue;
    }
    at++;
    if (line.trim() === '') continue;
    const short = /^\s*(\w+)\s*:\s?(.*)$/.exec(line);
    if (short?.[1] === undefined) return null;
    values[short[1]] = readShort((short[2] ?? '').trim(), properties[short[1]]);
  }
  for (const [name, schema] of Object.entries(properties)) {
    if (!(name in values) && mayBeNull(schema)) values[name] = null;
  }
  return values;
}

function readShort(text: string, schema: JsonSchema | undefined): unknown {
  const types = schema ? typesOf(schema) : ['string'];
  if (types.includes('null') && (text === '' || text === 'null')) return null;
  if (types.some((type) => ['integer', 'number', 'boolean', 'array', 'object'].includes(type))) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
  const quoted = /^"(.*)"$/.exec(text);
  return quoted?.[1] ?? text;
}

function writeCall(call: ToolCall, tools: readonly ToolDescription[]): string {
  if (call.arguments === null) return call.raw.startsWith('@@call') ? call.raw : `@@call ${call.name}\n@@end`;
  const properties = propertiesOf(tools.find((tool) => tool.name === call.name)?.parameters ?? {});
  const entries = Object.entries(call.arguments).filter(([, value]) => value !== null);
  const isLongValue = (name: string): boolean => isLong(properties[name] ?? {});
  return [
    `@@call ${call.name}`,
    ...entries
      .filter(([name]) => !isLongValue(name))
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
    ...entries.filter(([name]) => isLongValue(name)).flatMap(([name, value]) => [`@@${name}`, String(value)]),
    '@@end',
  ].join('\n');
}

/** Merges consecutive user messages: chat templates expect users and assistants to take turns. */
function joinNeighbours(messages: readonly Message[]): Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === 'user' && message.role === 'user') {
      joined[joined.length - 1] = { role: 'user', text: `${last.text}\n\n${message.text}` };
    } else joined.push(message);
  }
  return joined;
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
}

/** Whether a value may have several lines. Tools mark such values with `x-long`. */
function isLong(schema: JsonSchema): boolean {
  return schema['x-long'] === true;
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as JsonSchema[]).flatMap(typesOf);
  return Array.isArray(schema.type) ? (schema.type as string[]) : [String(schema.type ?? 'string')];
}

function mayBeNull(schema: JsonSchema): boolean {
  return typesOf(schema).includes('null');
}

function typeName(schema: JsonSchema): string {
  const choices = Array.isArray(schema.enum)
    ? schema.enum.map(String).join(' | ')
    : typesOf(schema).join(' or ');
  return choices;
}
