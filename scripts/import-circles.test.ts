import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importCircles } from './import-circles.ts';

function circlesOf(files: Record<string, string>): string[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-circles-'));
  for (const [file, source] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), source);
  }
  try {
    return importCircles(root);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

it('finds a circle of values, within a folder too, and prints it as a chain of files', () => {
  const circles = circlesOf({
    'server/a.ts': "import { b } from './b.ts';\nexport const a = b;",
    'server/b.ts': "export { c as b } from './c.ts';",
    'server/c.ts': "export const c = () => import('./a.ts');",
    'server/entry.ts': "import { a } from './a.ts';\nexport const start = a;",
  });
  expect(circles).toEqual(['a circle: server/a.ts -> server/b.ts -> server/c.ts -> server/a.ts']);
});

it('finds every circle of a knot, not only the first', () => {
  const circles = circlesOf({
    'server/a.ts': "import './b.ts';\nimport './c.ts';",
    'server/b.ts': "import './a.ts';",
    'server/c.ts': "import './a.ts';",
    'server/self.ts': "import './self.ts';",
  });
  expect(circles).toEqual([
    'a circle: server/a.ts -> server/b.ts -> server/a.ts',
    'a circle: server/a.ts -> server/c.ts -> server/a.ts',
    'a circle: server/self.ts -> server/self.ts',
  ]);
});

it('allows a circle with types within one folder', () => {
  const circles = circlesOf({
    'server/store/a.ts': "import { b } from './b.ts';\nexport type A = string;\nexport const a = b;",
    'server/store/b.ts': "import type { A } from './a.ts';\nexport const b: A = '';",
  });
  expect(circles).toEqual([]);
});

it.each([
  ['an import', "import type { A } from '../pack/a.ts';\nexport const b: A = '';"],
  ['a type that names the module', "export const b: import('../pack/a.ts').A = '';"],
])('refuses a circle with types across folders: %s', (_, source) => {
  const circles = circlesOf({
    'server/pack/a.ts': "import { b } from '../search/b.ts';\nexport type A = string;\nexport const a = b;",
    'server/search/b.ts': source,
  });
  expect(circles).toEqual([
    'a circle with types, across folders: server/pack/a.ts -> server/search/b.ts -> server/pack/a.ts',
  ]);
});

it('follows a circle into another folder and back', () => {
  const circles = circlesOf({
    'renderer/app.tsx':
      "import { Go } from './palette/go.tsx';\nexport type Overlay = 'go';\nexport const App = () => <Go />;",
    'renderer/palette/go.tsx': "import { keys } from './keys.ts';\nexport const Go = () => <p>{keys}</p>;",
    'renderer/palette/keys.ts':
      "import type { Overlay } from '../app.tsx';\nexport const keys: Overlay = 'go';",
  });
  expect(circles).toEqual([
    'a circle with types, across folders: renderer/app.tsx -> renderer/palette/go.tsx -> renderer/palette/keys.ts -> renderer/app.tsx',
  ]);
});
