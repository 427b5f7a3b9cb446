/** Message between the loop and a model, independent of any wire format. */
export type Message =
  | Readonly<{ role: 'system' | 'user'; text: string }>
  | Readonly<{ role: 'assistant'; text: string; calls: readonly ToolCall[] }>
  | Readonly<{ role: 'tool'; callId: string; name: string; text: string }>;

/** Call made by the model. `arguments` is null if they could not be parsed. */
export type ToolCall = Readonly<{
  id: string;
  name: string;
  arguments: Readonly<Record<string, unknown>> | null;
  /** Text exactly as received, shown to people. Only the text protocol ever sends it back. */
  raw: string;
}>;

/** Tool as described to the model. `parameters` is a JSON Schema of type `object`. */
export type ToolDescription = Readonly<{
  name: string;
  description: string;
  parameters: JsonSchema;
}>;

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ChatRequest = Readonly<{
  messages: readonly Message[];
  tools: readonly ToolDescription[];
  /** Maximum number of tokens in the answer. */
  maxTokens: number;
  temperature?: number;
  /** `required` forces a call on servers that support it. Default: `auto`. */
  toolChoice?: 'auto' | 'required' | 'none';
}>;

/**
 * Kind of an answer, determined by what arrived rather than by `finish_reason`, which servers fill in inconsistently.
 *
 * - `calls`: one or more valid tool calls
 * - `bad-arguments`: at least one call whose arguments are not a JSON object
 * - `truncated`: a call cut off by the token limit
 * - `text`: text without a call
 * - `text-call`: a tool call printed as text, because the server does not parse this model's calls
 * - `cut`: the answer ended before the server reported that it was complete
 * - `empty`: neither text nor calls
 */
export type AnswerKind = 'calls' | 'bad-arguments' | 'truncated' | 'text' | 'text-call' | 'cut' | 'empty';

export type Answer = Readonly<{
  kind: AnswerKind;
  text: string;
  /** Reasoning of the model, if it can be told apart from the text. Never sent back. */
  thinking: string;
  calls: readonly ToolCall[];
  /** Whether the answer reached the token limit. */
  full: boolean;
  usage: Usage | null;
}>;

export type Usage = Readonly<{ promptTokens: number; completionTokens: number }>;
