import { MAX_TEXT_BYTES, textOf, type Workspace } from '../workspace/workspace.ts';
import { readFault } from './readable-files.ts';
import { refused, type ToolOutcome } from './tool.ts';
import type { PathPolicy } from './writable-files.ts';

export type OpenedText = Readonly<{ path: string; content: Buffer; text: string }>;

/** Opens a text file that the model may see, or returns an outcome that explains why not. */
export async function openText(
  given: string,
  workspace: Workspace,
  policy: PathPolicy,
): Promise<OpenedText | ToolOutcome> {
  const path = cleanPath(given);
  const fault = readFault(path, policy);
  if (fault !== null) return refused(fault);
  const entry = workspace.entry(path);
  if (!entry) return refused(`${path} does not exist.${similar(path, workspace.paths())}`);
  if (entry.kind === 'link') return refused(`${path} is a symbolic link. Links are not followed.`);
  if (entry.kind === 'submodule') return refused(`${path} is a submodule. It belongs to another repository.`);
  if (entry.sizeBytes > MAX_TEXT_BYTES) {
    return refused(
      `${path} is ${entry.sizeBytes} bytes long. Files larger than ${MAX_TEXT_BYTES} bytes are not opened.`,
    );
  }
  const content = await workspace.read(path);
  const text = content === null ? null : textOf(content);
  if (content === null || text === null) return refused(`${path} is not UTF-8 text.`);
  return { path, content, text };
}

export function isOutcome(value: OpenedText | ToolOutcome): value is ToolOutcome {
  return 'ok' in value;
}

/** Trims a path, converts it to NFC, and removes the "./" or "/" that models write before it. Corrects nothing else. */
export function cleanPath(given: string): string {
  return given
    .trim()
    .replace(/^\.?\/+(?=[^/])/, '')
    .normalize('NFC');
}

function similar(path: string, paths: readonly string[]): string {
  const name =
    path
      .split('/')
      .at(-1)
      ?.toLowerCase()
      .replace(/\.\w+$/, '') ?? '';
  if (name === '') return '';
  const close = paths.filter(
    (other) =>
      other
        .toLowerCase()
        .split('/')
        .at(-1)
        ?.replace(/\.\w+$/, '') === name,
  );
  return close.length === 0 ? '' : ` Did you mean ${close.slice(0, 5).join(', ')}?`;
}
