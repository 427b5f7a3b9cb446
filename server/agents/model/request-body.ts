import type { ChatRequest, JsonSchema, Message, ToolDescription } from './chat.ts';

/**
 * A chat completion request as every server of this kind takes it: `max_tokens`, which all know; a content text that
 * is never null or an array; arguments that are always JSON (one bad call in the history breaks llama.cpp and Ollama
 * for good, research/agent.md 4.3 and complaint 4). What a server does not know it ignores.
 */
export function requestBody(model: string, request: ChatRequest, stream: boolean): string {
  const tools = request.tools.length > 0 && request.toolChoice !== 'none';
  return JSON.stringify({
    model,
    messages: wireMessages(request.messages),
    max_tokens: request.maxTokens,
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    ...(tools && {
      tools: request.tools.map(wireTool),
      tool_choice: request.toolChoice ?? 'auto',
    }),
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
  });
}

/** Ids are given anew: servers send none, the same twice, or ones that their own templates refuse. */
function wireMessages(messages: readonly Message[]): readonly Record<string, unknown>[] {
  let count = 0;
  const open = new Map<string, string[]>();
  return messages.flatMap((message): Record<string, unknown>[] => {
    switch (message.role) {
      case 'system':
      case 'user':
        return [{ role: message.role, content: message.text }];
      case 'assistant': {
        open.clear();
        const calls = message.calls.map((call) => {
          // Nine letters and digits: what Mistral's chat template asks for, and nobody minds.
          const id = `call${String(++count).padStart(5, '0')}`;
          open.set(call.id, [...(open.get(call.id) ?? []), id]);
          const json = JSON.stringify(call.arguments ?? {});
          return { id, type: 'function', function: { name: call.name, arguments: json } };
        });
        return [{ role: 'assistant', content: message.text, ...(calls.length > 0 && { tool_calls: calls }) }];
      }
      case 'tool': {
        const id = open.get(message.callId)?.shift();
        return id === undefined
          ? [{ role: 'user', content: message.text }]
          : [{ role: 'tool', tool_call_id: id, content: message.text }];
      }
      default:
        return [];
    }
  });
}

function wireTool(tool: ToolDescription): Record<string, unknown> {
  return {
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters: withoutOwnWords(tool.parameters),
      // vLLM constrains arguments to the schema under tool_choice auto only where this stands.
      strict: true,
    },
  };
}

/** `x-long` is between us and the text protocol; strict servers refuse words that they do not know. */
function withoutOwnWords(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'x-long' ? undefined : value)),
  ) as JsonSchema;
}
