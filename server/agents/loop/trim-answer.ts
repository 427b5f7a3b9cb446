import type { Answer } from '../model/chat.ts';
import { MAX_ARGUMENT_BYTES } from '../tools/tools.ts';

const MAX_TEXT_CHARACTERS = 32_000;
export const MAX_CALLS = 16;

/**
 * Trims an answer before it is logged and acted on, so that a server that ignores its token limit cannot fill the log
 * or the next request. Cuts are marked.
 */
export function trimAnswer(
  answer: Answer,
): Pick<Answer, 'text' | 'calls'> & Readonly<{ droppedCalls: number }> {
  const { text, calls } = answer;
  return {
    text:
      text.length > MAX_TEXT_CHARACTERS
        ? `${text.slice(0, MAX_TEXT_CHARACTERS)}\n[Cut here: ${text.length} characters.]`.toWellFormed()
        : text,
    calls: calls.slice(0, MAX_CALLS).map((call) => {
      const name = call.name.slice(0, 100);
      if (call.raw.length <= MAX_ARGUMENT_BYTES) return { ...call, name };
      return {
        ...call,
        name,
        arguments: null,
        raw: `${call.raw.slice(0, 1000)} [cut: ${call.raw.length} characters]`,
      };
    }),
    droppedCalls: Math.max(0, calls.length - MAX_CALLS),
  };
}
