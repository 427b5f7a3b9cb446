import type { ChatRequest, Message, ToolDescription } from '../model/chat.ts';
import { STUBBED } from './prompts.ts';
import type { JobState } from './state.ts';

/** Conservative estimate of bytes per token, used until the server reports a count. */
const BYTES_PER_TOKEN = 3;

/** Number of newest tool results that are never left out. */
const KEPT_RESULTS = 4;

export type Planned = Readonly<{
  request: ChatRequest;
  requestBytes: number;
  evicted: number;
  fits: boolean;
}>;

/**
 * Builds the next request so that it fits the model's context window. When it grows too long, the results of the oldest
 * calls become stubs, many at once and permanently. The beginning then stays the same from request to request, so
 * servers can reuse their prompt cache. The task and messages from people are never left out.
 */
export function planRequest(
  state: JobState,
  system: string,
  tools: readonly ToolDescription[],
  limits: Readonly<{ windowTokens: number; answerTokens: number }>,
): Planned {
  const results = state.messages.filter((message) => message.role === 'tool').length;
  const mayGo = Math.max(state.evicted, results - KEPT_RESULTS);
  const budgetTokens = limits.windowTokens - Math.max(limits.answerTokens, 4096);
  const perToken = bytesPerToken(state);
  const plan = (evicted: number): Planned => {
    const messages: Message[] = [{ role: 'system', text: system }, ...withStubs(state.messages, evicted)];
    const requestBytes = sizeBytes(messages, tools);
    return {
      request: { messages, tools, maxTokens: limits.answerTokens, temperature: 0.2 },
      requestBytes,
      evicted,
      fits: requestBytes / perToken <= budgetTokens,
    };
  };
  let planned = plan(state.evicted);
  if (planned.fits) return planned;
  // Go far below the limit, so that the next steps do not have to evict again.
  for (let evicted = state.evicted + 1; evicted <= mayGo; evicted++) {
    planned = plan(evicted);
    if (planned.requestBytes / perToken <= budgetTokens * 0.6) break;
  }
  return planned;
}

/**
 * Whether the server seems to have silently truncated the prompt: it counted far fewer tokens than such a text has.
 * Some chat templates add tokens, but none remove any.
 */
export function wasCut(
  request: Readonly<{ bytes: number; promptTokens: number | null }>,
  before: JobState['lastRequest'],
  windowTokens: number,
): boolean {
  if (request.promptTokens === null || request.promptTokens === 0) return false;
  if (request.promptTokens >= windowTokens) return true;
  // No tokenizer in use packs eight bytes of text into one token on average.
  if (request.bytes > 20_000 && request.bytes / request.promptTokens > 8) return true;
  if (before === null || before.promptTokens === null || request.bytes < before.bytes) return false;
  // A longer conversation cannot have clearly fewer tokens.
  return request.promptTokens < before.promptTokens * 0.8;
}

function bytesPerToken({ lastRequest }: JobState): number {
  if (lastRequest === null || lastRequest.promptTokens === null || lastRequest.promptTokens === 0)
    return BYTES_PER_TOKEN;
  return Math.min(6, Math.max(1.5, (lastRequest.bytes / lastRequest.promptTokens) * 0.95));
}

function withStubs(messages: readonly Message[], evicted: number): Message[] {
  let count = 0;
  return messages.map((message) => {
    if (message.role !== 'tool' || count++ >= evicted || message.text.length <= STUBBED.length)
      return message;
    return { ...message, text: STUBBED };
  });
}

function sizeBytes(messages: readonly Message[], tools: readonly ToolDescription[]): number {
  const texts = messages.map((message) =>
    message.role === 'assistant'
      ? message.text + message.calls.map((call) => call.name + JSON.stringify(call.arguments ?? {})).join('')
      : message.text,
  );
  return Buffer.byteLength(texts.join('\n')) + Buffer.byteLength(JSON.stringify(tools));
}
