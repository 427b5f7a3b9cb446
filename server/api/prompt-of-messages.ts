export type Message = Readonly<{ role: 'system' | 'user' | 'assistant'; content: string }>;

const SPEAKERS = { system: 'Further instructions', user: 'Task', assistant: 'Example response' } as const;

/**
 * Joins the messages of a version 1 agent call into the single prompt of a job. If their roles differ, each message
 * starts with a description of its role.
 */
export function promptOf(messages: readonly Message[]): string {
  const isOneRole = new Set(messages.map(({ role }) => role)).size === 1;
  return messages
    .map(({ role, content }) => (isOneRole ? content : `${SPEAKERS[role]}:\n${content}`))
    .join('\n\n');
}
