/** What people ask for most often, with gaps to fill in (`‹…›`). Their texts are `template.*` among the messages. */
export const promptTemplates = ['typo', 'replace', 'addPage', 'splitPage', 'links', 'comment'] as const;

export type PromptTemplate = (typeof promptTemplates)[number];

/** Where the first gap of a prompt is, to be selected and typed over. */
export function firstGap(prompt: string): readonly [start: number, end: number] | undefined {
  const found = /‹[^›]*›/.exec(prompt);
  return found ? [found.index, found.index + found[0].length] : undefined;
}
