import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDERS = ['', 'server', 'server/exports'];

test('every file that docs/architecture.md names with its folder is there', () => {
  const text = fs.readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w-]+\.ts)`/g)].map(([, file]) => file ?? '');
  const gone = named.filter(
    (file) => !FOLDERS.some((folder) => fs.existsSync(path.join(ROOT, folder, file))),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(gone).toEqual([]);
});
