/** What is said between the loop and a model, apart from any wire format. */
export type Message =
  | Readonly<{ role: 'system' | 'user'; text: string }>
  | Readonly<{ role: 'assistant'; text: string; calls: readonly ToolCall[] }>
  | Readonly<{ role: 'tool'; callId: string; name: string; text: string }>;

/** A call as the model made it. `arguments` is what was parsed, or null where that failed. */
export type ToolCall = Readonly<{
  id: string;
  name: string;
  arguments: Readonly<Record<string, unknown>> | null;
  /** What arrived, letter for letter: shown to people, never sent again when it could not be parsed. */
  raw: string;
}>;

/** A tool as the model is told of it. `parameters` is a JSON Schema of type `object`. */
export type ToolDescription = Readonly<{
  name: string;
  description: string;
  parameters: JsonSchema;
}>;

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ChatRequest = Readonly<{
  messages: readonly Message[];
  tools: readonly ToolDescription[];
  /** Tokens that the answer may have. */
  maxTokens: number;
  temperature?: number;
  /** `required` makes servers that know it answer with a call. Default `auto`. */
  toolChoice?: 'auto' | 'required' | 'none';
}>;

/**
 * What an answer turned out to be, decided by what arrived and not by `finish_reason`, which servers fill in freely.
 *
 * - `calls`: one or more tool calls, all of them readable
 * - `bad-arguments`: at least one call whose arguments are not a JSON object
 * - `truncated`: a call that was cut by the token limit
 * - `text`: words and no call
 * - `text-call`: a tool call printed as text: the server does not parse this model's calls
 * - `cut`: the answer ended before the server said that it was done
 * - `empty`: neither words nor calls
 */
export type AnswerKind = 'calls' | 'bad-arguments' | 'truncated' | 'text' | 'text-call' | 'cut' | 'empty';

export type Answer = Readonly<{
  kind: AnswerKind;
  text: string;
  /** What the model thought aloud, where the server keeps it apart. Never sent again. */
  thinking: string;
  calls: readonly ToolCall[];
  /** The answer ran into the limit of tokens. */
  full: boolean;
  usage: Usage | null;
}>;

export type Usage = Readonly<{ promptTokens: number; completionTokens: number }>;
