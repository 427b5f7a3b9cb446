/** A line of a hunk, with its numbers in the old and new file, from 1; null if that file does not have the line. */
export type PatchLine = Readonly<{
  kind: 'same' | 'added' | 'removed' | 'note';
  old: number | null;
  new: number | null;
  text: string;
}>;

export type Hunk = Readonly<{ header: string; lines: readonly PatchLine[] }>;

/** Changes of a patch to one file. A file without hunks is binary, empty or only moved. */
export type PatchFile = Readonly<{
  /** Current path; for a deleted file, its former path. */
  path: string;
  kind: 'changed' | 'added' | 'deleted' | 'moved';
  /** Former path of a moved file. */
  from: string | undefined;
  isBinary: boolean;
  added: number;
  removed: number;
  hunks: readonly Hunk[];
}>;

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Parses a unified diff from git into one entry per file, in order. The line counts in a hunk's header determine which
 * lines belong to it, so a changed line that looks like a header is not taken for one.
 */
export function parsePatch(patch: string): PatchFile[] {
  const files: RawFile[] = [];
  let oldLeft = 0;
  let newLeft = 0;
  let oldAt = 0;
  let newAt = 0;
  for (const line of withoutLast(patch.split('\n'))) {
    const file = files.at(-1);
    const lines = file?.hunks.at(-1)?.lines;
    if (lines && line.startsWith('\\')) {
      lines.push({ kind: 'note', old: null, new: null, text: line.slice(2) });
    } else if (lines && (oldLeft > 0 || newLeft > 0)) {
      const text = line.slice(1);
      if (line.startsWith('+')) {
        lines.push({ kind: 'added', old: null, new: newAt, text });
        newAt += 1;
        newLeft -= 1;
      } else if (line.startsWith('-')) {
        lines.push({ kind: 'removed', old: oldAt, new: null, text });
        oldAt += 1;
        oldLeft -= 1;
      } else {
        lines.push({ kind: 'same', old: oldAt, new: newAt, text });
        oldAt += 1;
        newAt += 1;
        oldLeft -= 1;
        newLeft -= 1;
      }
    } else if (line.startsWith('diff --git ')) files.push({ head: [line], hunks: [] });
    else if (file) {
      const [, oldFrom, oldCount = '1', newFrom, newCount = '1'] = HUNK.exec(line) ?? [];
      if (oldFrom === undefined) {
        file.head.push(line);
        continue;
      }
      oldAt = Number(oldFrom);
      newAt = Number(newFrom);
      oldLeft = Number(oldCount);
      newLeft = Number(newCount);
      file.hunks.push({ header: line, lines: [] });
    }
  }
  return files.map(fileOf);
}

type RawFile = { head: string[]; hunks: { header: string; lines: PatchLine[] }[] };

function fileOf({ head, hunks }: RawFile): PatchFile {
  const after = (start: string): string | undefined =>
    head.find((line) => line.startsWith(start))?.slice(start.length);
  const from = after('rename from ');
  const to = after('rename to ');
  const isAdded = after('new file mode ') !== undefined;
  const isDeleted = after('deleted file mode ') !== undefined;
  const named = isDeleted ? after('--- ') : after('+++ ');
  const path = to !== undefined ? unquoted(to) : withoutSide(named ?? secondName(head[0] ?? ''));
  const count = (kind: PatchLine['kind']): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  return {
    path,
    kind: from !== undefined ? 'moved' : isAdded ? 'added' : isDeleted ? 'deleted' : 'changed',
    from: from === undefined ? undefined : unquoted(from),
    isBinary: head.some((line) => /^(Binary files |GIT binary patch)/.test(line)),
    added: count('added'),
    removed: count('removed'),
    hunks,
  };
}

/** Returns the second name in `diff --git a/x b/x`, given that both names are the same. */
function secondName(line: string): string {
  const names = line.slice('diff --git '.length);
  return names.startsWith('"') ? names.slice(names.indexOf('" "') + 2) : names.slice((names.length + 1) / 2);
}

/** Strips the `a/` or `b/` from a name. Git ends names that contain a space with a tab. */
function withoutSide(name: string): string {
  return unquoted(name.replace(/\t$/, '')).replace(/^[ab]\//, '');
}

/** Decodes a quoted name, in which git escapes non-ASCII characters as octal bytes (core.quotePath). */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  const bytes: number[] = [];
  for (const [, octal, sign, plain] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else {
      const text = plain ?? ESCAPES[sign ?? ''] ?? sign ?? '';
      bytes.push(...new TextEncoder().encode(text));
    }
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** An old and a new line side by side. */
export type Pair = Readonly<{ left: PatchLine | undefined; right: PatchLine | undefined }>;

/** Pairs lines for a split view: removed lines go beside the added lines that follow them. */
export function pairsOf(lines: readonly PatchLine[]): Pair[] {
  const pairs: Pair[] = [];
  let removed: PatchLine[] = [];
  let added: PatchLine[] = [];
  const flush = (): void => {
    for (let row = 0; row < Math.max(removed.length, added.length); row++) {
      pairs.push({ left: removed[row], right: added[row] });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}

/** Drops the empty string that splitting leaves after a final line break. */
function withoutLast(lines: string[]): string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
