import type { Answer, AnswerKind, ToolCall, Usage } from './chat.ts';
import { type JsonEnd, jsonEnd } from './json-end.ts';

/** Error as reported by a server, in an error response, in an answer with status 200, or in a stream. */
export type ReportedError = Readonly<{ message: string; type: string | null; code: number | null }>;

export type Accumulated = Readonly<{ answer: Answer; error: ReportedError | null }>;

export type Accumulator = Readonly<{
  /** Adds one chunk of a stream, or a whole answer. They differ only in `delta` and `message`. */
  add: (chunk: Readonly<Record<string, unknown>>) => void;
  /** To be called after `[DONE]`, or after a complete JSON response. */
  done: () => void;
  finish: (limits: Readonly<{ maxTokens: number }>) => Accumulated;
}>;

/**
 * Call being assembled. Its JSON is kept in pieces: reading the whole text again for each piece would take quadratic
 * time.
 */
type Slot = {
  index: number;
  id: string | null;
  name: string;
  pieces: string[];
  end: JsonEnd;
  /** Whether the arguments are an object. Undefined until checked. */
  isObject?: boolean;
};

type Fragment = Readonly<{
  index?: unknown;
  id?: unknown;
  function?: Readonly<{ name?: unknown; arguments?: unknown }> | null;
}>;

/**
 * Assembles an answer from what Ollama, vLLM, llama.cpp, LM Studio and similar servers actually send: calls without
 * index, ID or type, two calls with the same index, arguments as an object, a whole answer although a stream was
 * requested, errors in the middle (research/agent.md 3.1 and 4.3).
 */
export function accumulator(): Accumulator {
  const slots: Slot[] = [];
  const byId = new Map<string, Slot>();
  /** The latest slot for each index. */
  const byIndex = new Map<number, Slot>();
  /** Indexes of calls that have an id. */
  const taken = new Set<number>();
  let text = '';
  let thinking = '';
  let finishReason: string | null = null;
  let usage: Usage | null = null;
  let error: ReportedError | null = null;
  let done = false;

  const slotOf = (fragment: Fragment): Slot => {
    const id = typeof fragment.id === 'string' && fragment.id !== '' ? fragment.id : null;
    const index = typeof fragment.index === 'number' ? fragment.index : null;
    const sameId = id === null ? undefined : byId.get(id);
    if (sameId) return sameId;
    // If another ID already uses this index, the server numbers every call 0.
    if (index !== null && !(id !== null && taken.has(index))) {
      const sameIndex = byIndex.get(index);
      if (sameIndex && !startsAnother(fragment, sameIndex)) return sameIndex;
    }
    const last = slots.at(-1);
    if (index === null && id === null && last && typeof fragment.function?.name !== 'string') return last;
    const slot: Slot = { index: index ?? slots.length, id: null, name: '', pieces: [], end: jsonEnd() };
    slots.push(slot);
    byIndex.set(slot.index, slot);
    return slot;
  };

  const addCall = (fragment: Fragment): void => {
    const slot = slotOf(fragment);
    if (typeof fragment.id === 'string' && fragment.id !== '' && slot.id === null) {
      slot.id = fragment.id;
      byId.set(slot.id, slot);
      taken.add(slot.index);
    }
    const name = fragment.function?.name;
    if (typeof name === 'string' && slot.name === '') slot.name = name;
    const given = fragment.function?.arguments;
    if (given === undefined || given === null) return;
    const piece = typeof given === 'string' ? given : JSON.stringify(given);
    slot.pieces.push(piece);
    slot.end.add(piece);
  };

  const add: Accumulator['add'] = (chunk): void => {
    const reported = reportedError(chunk);
    if (reported) {
      error ??= reported;
      return;
    }
    usage = usageOf(chunk.usage) ?? usage;
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isObject(choice)) return;
    const part = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {};
    text += contentText(part.content);
    // Some servers send the same reasoning under both names.
    thinking += [...new Set([part.reasoning, part.reasoning_content].map(contentText))].join('');
    if (Array.isArray(part.tool_calls)) {
      for (const fragment of part.tool_calls) if (isObject(fragment)) addCall(fragment);
    }
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') {
      finishReason = choice.finish_reason;
    }
  };

  return {
    add,
    done: () => {
      done = true;
    },
    finish: ({ maxTokens }) => {
      const thought = splitThinking(text);
      const calls = slots.map(parseCall);
      const ended = finishReason !== null || done;
      const full = finishReason === 'length' || (usage !== null && usage.completionTokens >= maxTokens);
      return {
        answer: {
          kind: kindOf({ calls, text: thought.text, ended, full }),
          text: thought.text,
          thinking: thinking + thought.thinking,
          calls,
          full,
          usage,
        },
        error,
      };
    },
  };
}

/**
 * Whether a fragment starts another call although its index is the same. Without IDs, a second name after complete
 * arguments does.
 */
function startsAnother(fragment: Fragment, slot: Slot): boolean {
  const named = typeof fragment.function?.name === 'string' && fragment.function.name !== '';
  const given = fragment.function?.arguments;
  if (!named || slot.name === '' || given === undefined || given === null || given === '') return false;
  if (slot.end.state() !== 'whole') return false;
  slot.isObject ??= parseCall(slot, 0).arguments !== null; // final: more text can only break the JSON
  return slot.isObject;
}

function kindOf(seen: {
  calls: readonly ToolCall[];
  text: string;
  ended: boolean;
  full: boolean;
}): AnswerKind {
  if (seen.calls.length > 0) {
    if (seen.calls.every((call) => call.arguments !== null)) return seen.ended ? 'calls' : 'cut';
    // vLLM reports "tool_calls" even if the token limit cut off the call (vllm#53269), so go by the token count.
    if (seen.full) return 'truncated';
    return seen.ended ? 'bad-arguments' : 'cut';
  }
  if (!seen.ended) return 'cut';
  if (seen.text.trim() === '') return 'empty';
  return isPrintedCall(seen.text) ? 'text-call' : 'text';
}

function parseCall(slot: Slot, position: number): ToolCall {
  const id = slot.id ?? `call_${position + 1}`;
  const raw = slot.pieces.join('');
  try {
    const value: unknown = JSON.parse(raw.trim() === '' ? '{}' : raw);
    // Some servers encode the arguments twice.
    const decoded: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return { id, name: slot.name, arguments: isObject(decoded) ? decoded : null, raw };
  } catch {
    return { id, name: slot.name, arguments: null, raw };
  }
}

/**
 * Markers that models of several families write for a call. They remain in the text if the server does not parse them.
 */
const PRINTED_CALL =
  /<tool_call>|<function=\w|\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call(?:s_begin)?\|>|<\|channel\|>commentary to=functions\./;

function isPrintedCall(text: string): boolean {
  if (PRINTED_CALL.test(text)) return true;
  const bare = text
    .trim()
    .replace(/^```(?:json)?\s*/, '')
    .replace(/```$/, '')
    .trim();
  if (!bare.startsWith('{') && !bare.startsWith('[')) return false;
  try {
    const value: unknown = JSON.parse(bare);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (!isObject(first) || typeof first.name !== 'string') return false;
    return isObject(first.arguments) || isObject(first.parameters);
  } catch {
    return false;
  }
}

/** Separates reasoning that a server left in the text. */
function splitThinking(text: string): { text: string; thinking: string } {
  const match = /^\s*<think>([\s\S]*?)<\/think>\s*/.exec(text);
  return match ? { text: text.slice(match[0].length), thinking: match[1] ?? '' } : { text, thinking: '' };
}

function reportedError(chunk: Readonly<Record<string, unknown>>): ReportedError | null {
  // Ollama has reported errors under a key named "error parsing tool call" (ollama#11781).
  const key = Object.keys(chunk).find((name) => name === 'error' || name.startsWith('error '));
  if (key === undefined || chunk[key] === null) return null;
  const value = chunk[key];
  if (!isObject(value)) {
    const said = typeof value === 'string' ? value : JSON.stringify(value);
    return { message: key === 'error' ? said : `${key}: ${said}`, type: null, code: null };
  }
  return {
    message: typeof value.message === 'string' ? value.message : JSON.stringify(value),
    type: typeof value.type === 'string' ? value.type : null,
    code: typeof value.code === 'number' ? value.code : null,
  };
}

function usageOf(value: unknown): Usage | null {
  if (!isObject(value) || typeof value.prompt_tokens !== 'number') return null;
  const completion = value.completion_tokens;
  return {
    promptTokens: value.prompt_tokens,
    completionTokens: typeof completion === 'number' ? completion : 0,
  };
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
