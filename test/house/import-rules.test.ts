import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importFaults } from '../../scripts/import-rules.ts';

function faultsOf(files: Record<string, string>): string[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-imports-'));
  for (const [file, source] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), source);
  }
  try {
    return importFaults(root);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

it.each([
  ['server/x.ts', "import { app } from 'electron';"],
  ['server/x.ts', "import type { App } from 'electron';"],
  ['server/exports/x.ts', "export * from '../../main/windows.ts';"],
  ['server/x.ts', "const later = await import('./cli/main.js');"],
  ['server/store/x.ts', "import { pack } from '../exports/pack.ts';"],
  ['server/secrets/x.ts', "import { linkKeys } from '../bundles/link-keys.ts';"],
  ['server/exports/parse/x.ts', "import fs from 'node:fs';"],
  ['server/x.test.ts', "import { makeSite } from '../test/end-to-end/fixture-site.ts';"],
  ['main/x.test.ts', "import { makeSite } from '../test/end-to-end/fixture-site.ts';"],
  ['server/exports/settings/x.ts', "import type { Bounds } from '../origin/http/fetched.ts';"],
  ['server/exports/render/x.ts', "import { normalText } from '../verify/compare.ts';"],
  ['renderer/x.ts', "import fs from 'node:fs';"],
  ['renderer/x.tsx', "import fs from 'node:fs';\nexport const a = <T,>(x: T) => <p>{fs.sep}</p>;"],
  ['renderer/x.tsx', "export const a = <p>{import('../main/x.ts')}</p>;"],
  ['renderer/x.ts', "import { jobs } from '../server/api/wire.types.ts';"],
  ['renderer/x.ts', "import type { App } from '../server/app.ts';"],
  ['renderer/x.ts', "import { call } from '../preload/preload.ts';"],
  ['main/x.ts', "import { app } from 'electron';"],
  ['main/x.ts', "import type { Surface } from '../preload/surface.types.ts';"],
  ['preload/x.ts', "import { inputs } from '../main/contract.ts';"],
  ['preload/x.ts', "import fs from 'node:fs';"],
])('refuses in %s: %s', (file, source) => {
  expect(faultsOf({ [file]: source })).toHaveLength(1);
});

it.each([
  ['server/store/x.ts', "import type { Settings } from '../exports/settings.ts';"],
  ['server/cli/x.ts', "import { y } from './y.ts';"],
  ['renderer/x.tsx', "import type { Job } from '../server/api/wire.types.ts';\nexport const a = <p />;"],
  ['server/x.test.ts', "import { makeSite } from '../test/stand-ins/fixture-site.ts';"],
  ['main/main.ts', "import { app } from 'electron';"],
  ['server/x.ts', '// import "electron" is only mentioned here\nimport fs from "node:fs";'],
])('allows in %s: %s', (file, source) => {
  expect(faultsOf({ [file]: source })).toEqual([]);
});
