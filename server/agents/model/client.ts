import { ask } from './ask.ts';
import type { Answer, ChatRequest } from './chat.ts';
import { ModelError } from './model-error.ts';
import type { ModelQueue } from './queue.ts';
import { type Attempt, withRetries } from './retry.ts';
import type { ModelServer } from './server.ts';
import { asTextMessages, readTextCall } from './text-protocol.ts';
import type { Transport } from './tool-transport.ts';

export type ModelClient = Readonly<{
  /**
   * Waits for its turn, sends the request, and retries if that makes sense.
   * @throws ModelError; the signal's reason within a moment after it is aborted
   */
  chat: (
    request: ChatRequest,
    options: Readonly<{ project: string; signal: AbortSignal; onRetry?: (attempt: Attempt) => void }>,
  ) => Promise<Answer>;
}>;

export type ModelClientOptions = Readonly<{
  queue: ModelQueue;
  transport: Transport;
  stream: boolean;
  firstPauseMs?: number;
}>;

/**
 * Opens the loop's client for a model server. Each request gets one answer of a known kind, whatever the transport for
 * tool calls.
 */
export function openModelClient(server: ModelServer, options: ModelClientOptions): ModelClient {
  const once = async (request: ChatRequest, signal: AbortSignal): Promise<Answer> => {
    const answer =
      options.transport === 'native'
        ? await ask(server, request, { stream: options.stream, signal })
        : readTextCall(
            await ask(
              server,
              { ...request, messages: asTextMessages(request.messages, request.tools), tools: [] },
              { stream: options.stream, signal },
            ),
            request.tools,
          );
    if (answer.kind !== 'cut') return answer;
    throw new ModelError(
      'cut',
      `The model server ${new URL(server.baseUrl).host} stopped in the middle of its response. Check its log: the process may have crashed or run out of memory.`,
    );
  };

  return {
    chat: (request, { project, signal, onRetry }) =>
      options.queue.run(project, signal, () =>
        withRetries(request, (current) => once(current, signal), {
          signal,
          ...(onRetry && { onRetry }),
          ...(options.firstPauseMs !== undefined && { firstPauseMs: options.firstPauseMs }),
        }),
      ),
  };
}
