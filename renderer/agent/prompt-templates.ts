/** Templates for common prompts, with placeholders to fill in (`‹…›`). Their texts are the messages `template.*`. */
export const promptTemplates = ['typo', 'replace', 'addPage', 'splitPage', 'links', 'comment'] as const;

export type PromptTemplate = (typeof promptTemplates)[number];

/** Returns the range of a prompt's first placeholder, to select it for typing over. */
export function firstGap(prompt: string): readonly [start: number, end: number] | undefined {
  const found = /‹[^›]*›/.exec(prompt);
  return found ? [found.index, found.index + found[0].length] : undefined;
}
