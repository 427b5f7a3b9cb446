import type { ChatRequest, JsonSchema, Message, ToolDescription } from './chat.ts';

/**
 * Builds a chat completion request that all of these servers accept. It uses `max_tokens`, which all of them know.
 * Content is always a string, never null or an array. Arguments are always valid JSON: one bad call in the history
 * breaks llama.cpp and Ollama permanently (research/agent.md 4.3 and complaint 4). Servers ignore fields that they do
 * not know.
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

/** Assigns new call IDs: servers send none, duplicates, or IDs that their own templates reject. */
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
          // Mistral's chat template requires nine letters and digits; no other server objects.
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
      // With tool_choice auto, vLLM constrains arguments to the schema only if this is set.
      strict: true,
    },
  };
}

/** Removes `x-long`, which is only meant for the text protocol. Strict servers reject unknown keywords. */
function withoutOwnWords(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'x-long' ? undefined : value)),
  ) as JsonSchema;
}
