export type Message = Readonly<{ role: 'system' | 'user' | 'assistant'; content: string }>;

const SPEAKERS = { system: 'Further instructions', user: 'Task', assistant: 'Example response' } as const;

/**
 * Joins the messages of the first edition's agent call into the one prompt that a job has. Where they have different
 * roles, each begins with what its role means.
 */
export function promptOf(messages: readonly Message[]): string {
  const isOneRole = new Set(messages.map(({ role }) => role)).size === 1;
  return messages
    .map(({ role, content }) => (isOneRole ? content : `${SPEAKERS[role]}:\n${content}`))
    .join('\n\n');
}
