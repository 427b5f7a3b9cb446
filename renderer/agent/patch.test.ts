import { describe, expect, it } from 'vitest';
import { showInvisibleCharacters } from './invisible-characters.ts';
import { pairsOf, parsePatch } from './patch.ts';

/** Output of `git diff-tree -p --find-renames --full-index`. */
const PATCH = `diff --git a/guide/install.mdx b/guide/install.mdx
index 1111111..2222222 100644
--- a/guide/install.mdx
+++ b/guide/install.mdx
@@ -3,5 +3,6 @@ title: Install
 \`\`\`sh
-npm install offprint
--- a rule that looks like a head
+npm ci
+++ another one
+one more
 \`\`\`
 end
@@ -20 +21 @@
-old end
\\ No newline at end of file
+new end
diff --git a/pages/a b.md b/pages/c d.md
similarity index 100%
rename from pages/a b.md
rename to pages/c d.md
diff --git "a/caf\\303\\251.md" "b/caf\\303\\251.md"
new file mode 100644
index 0000000..3333333
--- /dev/null
+++ "b/caf\\303\\251.md"
@@ -0,0 +1,2 @@
+# Café
+
diff --git a/logo.png b/logo.png
deleted file mode 100644
index 4444444..0000000
Binary files a/logo.png and /dev/null differ
`;

describe('a patch', () => {
  const files = parsePatch(PATCH);

  it('is read file by file', () => {
    expect(files.map(({ path, kind, from, isBinary }) => ({ path, kind, from, isBinary }))).toEqual([
      { path: 'guide/install.mdx', kind: 'changed', from: undefined, isBinary: false },
      { path: 'pages/c d.md', kind: 'moved', from: 'pages/a b.md', isBinary: false },
      { path: 'café.md', kind: 'added', from: undefined, isBinary: false },
      { path: 'logo.png', kind: 'deleted', from: undefined, isBinary: true },
    ]);
  });

  it('numbers its lines in the old and the new file, whatever they look like', () => {
    expect(files[0]?.hunks[0]?.lines.map((line) => [line.kind, line.old, line.new, line.text])).toEqual([
      ['same', 3, 3, '```sh'],
      ['removed', 4, null, 'npm install offprint'],
      ['removed', 5, null, '-- a rule that looks like a head'],
      ['added', null, 4, 'npm ci'],
      ['added', null, 5, '++ another one'],
      ['added', null, 6, 'one more'],
      ['same', 6, 7, '```'],
      ['same', 7, 8, 'end'],
    ]);
    expect(files[0]?.hunks[1]?.lines.map((line) => [line.kind, line.old, line.new])).toEqual([
      ['removed', 20, null],
      ['note', null, null],
      ['added', null, 21],
    ]);
    expect(files[0]).toMatchObject({ added: 4, removed: 3 });
  });

  it('stands side by side: what was there beside what is there now', () => {
    const pairs = pairsOf(files[0]?.hunks[0]?.lines ?? []);
    expect(pairs.map(({ left, right }) => [left?.text, right?.text])).toEqual([
      ['```sh', '```sh'],
      ['npm install offprint', 'npm ci'],
      ['-- a rule that looks like a head', '++ another one'],
      [undefined, 'one more'],
      ['```', '```'],
      ['end', 'end'],
    ]);
  });

  it('is read up to where it was cut, wherever that is', () => {
    for (let end = 1; end <= PATCH.length; end++) {
      const cut = parsePatch(PATCH.slice(0, end));
      expect(cut).toHaveLength(PATCH.slice(0, end).match(/^diff --git /gm)?.length ?? 0);
      expect(cut.slice(0, -1)).toEqual(files.slice(0, Math.max(0, cut.length - 1)));
    }
  });

  it('names files whose names end in a space as git does', () => {
    const head = 'diff --git a/a .md  b/a .md \nindex 1..2 100644\n--- a/a .md \t\n+++ b/a .md \t\n';
    expect(parsePatch(`${head}@@ -1 +1 @@\n-x\n+y\n`).map(({ path }) => path)).toEqual(['a .md ']);
  });

  it('of nothing has no files', () => {
    expect(parsePatch('')).toEqual([]);
  });
});

it('shows characters that hide by their number', () => {
  expect(showInvisibleCharacters('a\u200bb\u202ec')).toBe('a<U+200B>b<U+202E>c');
});
