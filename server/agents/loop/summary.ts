import { isDraft } from './draft-policy.ts';
import type { JobState } from './state.ts';

export type LineCounts = ReadonlyMap<string, Readonly<{ added: number; removed: number }> | null>;

export type Proposal = Readonly<{ title: string; body: string; isDraft: boolean }>;

/**
 * Writes the title and body of a merge request. Statements about the change are derived from the change itself. The
 * model's own summary is quoted as its note.
 */
export function describeProposal(state: JobState, counts: LineCounts): Proposal {
  const files = [...counts].map(([path, count]) =>
    count === null ? `- \`${path}\` (binary)` : `- \`${path}\` +${count.added} −${count.removed}`,
  );
  const paragraphs = [
    `${counts.size} ${counts.size === 1 ? 'file' : 'files'} changed by an Offprint agent job using the model ${plain(state.model)}.`,
    files.join('\n'),
  ];
  if (state.stop) paragraphs.push(`**The job did not finish:** ${state.stop.sentence}`);
  if (state.leftProblems.length > 0) {
    paragraphs.push(
      `**New problems that were not fixed:**\n${state.leftProblems.map((text) => `- ${text}`).join('\n')}`,
    );
  }
  if (state.finish?.summary) paragraphs.push(`Note from the agent:\n\n${quoted(state.finish.summary)}`);
  return { title: titleOf(state), body: paragraphs.join('\n\n'), isDraft: isDraft(state) };
}

/** Returns the commit message: title and job ID. It contains nothing from the model except the title. */
export function commitMessage(state: JobState, jobId: string): string {
  return `${titleOf(state)}\n\nOffprint-Agent-Job: ${jobId}\n`;
}

function titleOf(state: JobState): string {
  const task = state.messages.find((message) => message.role === 'user')?.text ?? '';
  // "Closes #12" in a title would close an issue when the request is merged.
  const title = plain(state.finish?.title || task).replace(/([#!@])(?=\w)/g, '$1 ');
  return title.slice(0, 100).toWellFormed() || 'Update the documentation';
}

function plain(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Quotes a text as a code block, where forges ignore mentions, references and commands. */
function quoted(text: string): string {
  const longest = Math.max(3, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1));
  const fence = '`'.repeat(longest);
  return `${fence}text\n${text}\n${fence}`;
}
