/** A line of a change: its numbers in the old and the new file, from 1; null where it is not in that file. */
export type PatchLine = Readonly<{
  kind: 'same' | 'added' | 'removed' | 'note';
  old: number | null;
  new: number | null;
  text: string;
}>;

export type Hunk = Readonly<{ header: string; lines: readonly PatchLine[] }>;

/** What a patch does with one file. A file without hunks is binary, empty, or was only moved. */
export type PatchFile = Readonly<{
  /** Where it is now; of a deleted file, where it was. */
  path: string;
  kind: 'changed' | 'added' | 'deleted' | 'moved';
  /** Of a moved file: where it was. */
  from: string | undefined;
  isBinary: boolean;
  added: number;
  removed: number;
  hunks: readonly Hunk[];
}>;

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Reads a unified diff as git writes it, one entry a file in its order. The counts of a hunk say which lines are its
 * own, so that a changed line that looks like a head is none.
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

/** Of `diff --git a/x b/x`, where both names are the same: the second. */
function secondName(line: string): string {
  const names = line.slice('diff --git '.length);
  return names.startsWith('"') ? names.slice(names.indexOf('" "') + 2) : names.slice((names.length + 1) / 2);
}

/** `b/guide.md` without the side; a name with a space ends in a tab. */
function withoutSide(name: string): string {
  return unquoted(name.replace(/\t$/, '')).replace(/^[ab]\//, '');
}

/** A name in quotes has other than ASCII letters as octal bytes (core.quotePath). */
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

/** Two lines side by side: what was there, and what is there now. */
export type Pair = Readonly<{ left: PatchLine | undefined; right: PatchLine | undefined }>;

/** For a split view: removed lines stand beside the added ones that follow them. */
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

/** A text that ends with a line break has no line after it. */
function withoutLast(lines: string[]): string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
