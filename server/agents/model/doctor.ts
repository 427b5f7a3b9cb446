import { ask } from './ask.ts';
import type { Answer, ChatRequest, ToolDescription } from './chat.ts';
import { ModelError } from './model-error.ts';
import { enableTools, widenWindow } from './remedies.ts';
import type { ModelServer } from './server.ts';
import { type Identity, identify } from './software.ts';
import { asTextMessages, readTextCall } from './text-protocol.ts';
import { recommendedTransport, type Transport } from './tool-transport.ts';

/** Minimum context window. With less, an agent loses track of its task before it is done. */
const MIN_WINDOW_TOKENS = 16_000;

const RECOMMENDED_WINDOW_TOKENS = 65_536;

export type Finding = Readonly<{ severity: 'error' | 'warning'; sentence: string }>;

/** Result of testing one way of calling tools. */
export type ToolVerdict = 'works' | 'garbled' | 'printed' | 'ignored' | 'refused' | 'failed';

export type Diagnosis = Readonly<{
  identity: Identity | null;
  tools: Readonly<{ streamed: ToolVerdict; whole: ToolVerdict; text: ToolVerdict }> | null;
  parallelCalls: boolean | null;
  /** Number of prompt tokens that the model verifiably read; null if it could not be measured. */
  window: Readonly<{ tokens: number; silentlyCut: boolean }> | null;
  reportsUsage: boolean | null;
  findings: readonly Finding[];
  /** Recommended settings for this model; null if it cannot do the work. */
  recommended: Readonly<{ transport: Transport; stream: boolean; windowTokens: number }> | null;
}>;

/**
 * Tests what the loop needs from a model server, and explains problems and their fixes in plain words. Sends several
 * small requests and a few long ones. Stores nothing.
 * @param options.maxProbeTokens longest prompt to send when measuring the window; the server needs time to read it
 * @throws the signal's reason if it was aborted
 */
export async function diagnose(
  server: ModelServer,
  options: Readonly<{
    signal: AbortSignal;
    maxProbeTokens?: number;
    onStep?: (step: string) => void;
  }>,
): Promise<Diagnosis> {
  const step = options.onStep ?? (() => {});
  const findings: Finding[] = [];
  const finding = (severity: Finding['severity'], sentence: string): void => {
    findings.push({ severity, sentence });
  };
  const nothing: Diagnosis = {
    identity: null,
    tools: null,
    parallelCalls: null,
    window: null,
    reportsUsage: null,
    findings,
    recommended: null,
  };

  step('Listing models');
  let identity: Identity;
  try {
    identity = await identify(server, options.signal);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    finding('error', error.message);
    return nothing;
  }
  if (identity.models.length > 0 && !identity.models.includes(server.model)) {
    finding(
      'error',
      `The server does not have the model "${server.model}". Available models: ${identity.models.slice(0, 20).join(', ')}.`,
    );
    return { ...nothing, identity };
  }

  const probe = new Probe(server, options.signal);
  step('Calling a tool with streaming');
  const streamed = await probe.call('streamed');
  step('Calling a tool without streaming');
  const whole = await probe.call('whole');
  step('Calling a tool using the text protocol');
  const text = await probe.call('text');
  step('Calling two tools at once');
  const parallelCalls = whole === 'works' || streamed === 'works' ? await probe.parallel(streamed) : null;

  const remedy = enableTools(identity.software, server.model);
  if (streamed !== 'works' && whole !== 'works') {
    const why = TOOL_TROUBLE[whole === 'failed' ? streamed : whole];
    finding(text === 'works' ? 'warning' : 'error', `${why}${probe.said()} ${remedy}`);
  } else if (streamed !== 'works') {
    finding(
      'warning',
      'Tool calls arrive only when responses are not streamed, so jobs will not use streaming. A newer version of the server may fix this.',
    );
  }
  const usable = streamed === 'works' || whole === 'works' || text === 'works';
  if (!usable) {
    finding(
      'error',
      'The model does not follow the text protocol either. Use a model trained for tool calls.',
    );
  }

  const reportsUsage = probe.reportedUsage();
  if (!reportsUsage) {
    finding(
      'warning',
      'The server does not report token usage. Budgets are estimated, and silently truncated prompts can only be detected by testing.',
    );
  }

  step('Measuring the context window');
  const window = await probe.window(
    Math.min(options.maxProbeTokens ?? 32_768, identity.statedWindow ?? Number.POSITIVE_INFINITY),
  );
  const widen = widenWindow(identity.software, RECOMMENDED_WINDOW_TOKENS);
  if (window && window.tokens < MIN_WINDOW_TOKENS) {
    finding(
      'error',
      `The model reads only about ${window.tokens} tokens${window.silentlyCut ? ', and the server silently truncates longer prompts' : ''}. At least ${MIN_WINDOW_TOKENS} are needed. ${widen}`,
    );
  } else if (window?.silentlyCut) {
    finding(
      'warning',
      `The server silently truncates prompts longer than about ${window.tokens} tokens. Jobs will stay below that limit. ${widen}`,
    );
  } else if (!window) {
    finding('warning', `The context window could not be measured.${probe.said()}`);
  }

  const windowTokens = window?.silentlyCut
    ? window.tokens
    : Math.max(window?.tokens ?? 0, identity.statedWindow ?? 0);
  const wide = windowTokens >= MIN_WINDOW_TOKENS;
  return {
    identity,
    tools: { streamed, whole, text },
    parallelCalls,
    window,
    reportsUsage,
    findings,
    recommended:
      usable && wide
        ? {
            transport: recommendedTransport({ streamed, whole }),
            stream: streamed === 'works' || whole !== 'works',
            windowTokens,
          }
        : null,
  };
}

const TOOL_TROUBLE: Readonly<Record<ToolVerdict, string>> = {
  works: '',
  garbled: 'Text that contains line breaks, quotes and backslashes arrives corrupted in tool calls.',
  printed: 'The model calls tools, but the server returns the calls as text, so they would never run.',
  ignored: 'The model responded with text when told to call a tool.',
  refused: 'The server does not accept tool calls with its current options.',
  failed: 'A tool call failed.',
};

/** Text that gets corrupted if a server does not escape it properly in JSON. */
const PROBE_TEXT = 'first line\n  second "line" with \\ and `code`\n\nlast line: größe 世界';

const NOTE: ToolDescription = {
  name: 'note',
  description: 'Saves a text under a title.',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'one word' },
      text: { type: 'string', description: 'the text, letter for letter', 'x-long': true },
    },
    required: ['title', 'text'],
    additionalProperties: false,
  },
};

class Probe {
  readonly #server: ModelServer;
  readonly #signal: AbortSignal;
  #error: string | null = null;
  #usage = false;
  /** Bytes of plain text per token for this model. */
  #bytesPerToken = 4;

  constructor(server: ModelServer, signal: AbortSignal) {
    this.#server = server;
    this.#signal = signal;
  }

  said(): string {
    return this.#error === null ? '' : ` ${this.#error}`;
  }

  reportedUsage(): boolean {
    return this.#usage;
  }

  async call(way: 'streamed' | 'whole' | 'text'): Promise<ToolVerdict> {
    const request: ChatRequest = {
      messages: [
        { role: 'system', text: 'You only act by calling tools.' },
        {
          role: 'user',
          text: `Call the tool note with the title probe and exactly the text between the lines of dashes:\n---\n${PROBE_TEXT}\n---`,
        },
      ],
      tools: [NOTE],
      maxTokens: 1000,
      temperature: 0,
      toolChoice: 'auto',
    };
    try {
      const answer =
        way === 'text' ? await this.#askAsText(request) : await this.#ask(request, way === 'streamed');
      if (answer.kind === 'text-call') return 'printed';
      if (answer.kind === 'bad-arguments') return 'garbled';
      if (answer.kind !== 'calls') return answer.kind === 'text' ? 'ignored' : 'failed';
      const [first] = answer.calls;
      if (first?.name !== NOTE.name) return 'ignored';
      return first.arguments?.text === PROBE_TEXT ? 'works' : 'garbled';
    } catch (error) {
      return this.#failed(error).kind === 'tools-unsupported' ? 'refused' : 'failed';
    }
  }

  async parallel(streamed: ToolVerdict): Promise<boolean | null> {
    const text = 'Call the tool note twice at once, with the titles one and two and the texts 1 and 2.';
    const request: ChatRequest = {
      messages: [{ role: 'user', text }],
      tools: [NOTE],
      maxTokens: 1000,
      temperature: 0,
    };
    try {
      return (await this.#ask(request, streamed === 'works')).calls.length > 1;
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  /** Measures the window by asking for a code word that is placed before increasingly long padding. */
  async window(maxTokens: number): Promise<Diagnosis['window']> {
    let reached = 0;
    let tokens = Math.min(2048, maxTokens);
    for (;;) {
      const outcome = await this.#reads(tokens);
      if (outcome === 'unknown') return reached === 0 ? null : { tokens: reached, silentlyCut: false };
      if (outcome === 'read') {
        reached = tokens;
        if (tokens >= maxTokens) return { tokens: reached, silentlyCut: false };
        tokens = Math.min(tokens * 2, maxTokens);
        continue;
      }
      return { tokens: Math.max(outcome.tokens ?? reached, reached), silentlyCut: outcome.silently };
    }
  }

  async #reads(
    tokens: number,
  ): Promise<'read' | 'unknown' | Readonly<{ tokens: number | null; silently: boolean }>> {
    const word = 'marigold-47';
    const line = 'The weather was the same as on the day before, and nothing was written down.\n';
    // Slightly less than requested, to leave room for the question and the chat template.
    const count = Math.floor((tokens * this.#bytesPerToken * 0.9) / line.length);
    const request: ChatRequest = {
      messages: [
        {
          role: 'user',
          text: `The code word is ${word}. Remember it.\n\n${line.repeat(count)}\nWhich code word stands at the very beginning? Answer with the word alone.`,
        },
      ],
      tools: [],
      maxTokens: 200,
      temperature: 0,
    };
    const sentBytes = line.length * count;
    try {
      const answer = await this.#ask(request, true);
      if (answer.text.includes(word)) {
        if (answer.usage && count > 20) this.#bytesPerToken = sentBytes / answer.usage.promptTokens;
        return 'read';
      }
      const counted = answer.usage?.promptTokens ?? null;
      // A wrong answer with all tokens counted is the sign of a weak model, not of a short window.
      if (counted !== null && counted > (sentBytes / this.#bytesPerToken) * 0.9) return 'read';
      return { tokens: counted, silently: true };
    } catch (error) {
      const fault = this.#failed(error);
      return fault.kind === 'context-overflow' ? { tokens: fault.contextTokens, silently: false } : 'unknown';
    }
  }

  async #ask(request: ChatRequest, stream: boolean): Promise<Answer> {
    const answer = await ask(this.#server, request, { stream, signal: this.#signal });
    if (answer.usage) this.#usage = true;
    return answer;
  }

  async #askAsText(request: ChatRequest): Promise<Answer> {
    const messages = asTextMessages(request.messages, request.tools);
    return readTextCall(await this.#ask({ ...request, messages, tools: [] }, true), request.tools);
  }

  #failed(error: unknown): ModelError {
    if (!(error instanceof ModelError)) throw error;
    this.#error = error.message;
    return error;
  }
}
