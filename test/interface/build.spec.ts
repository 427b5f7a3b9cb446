import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './launch.ts';
import { expect, test } from './spec.ts';

test('is built for production, whatever NODE_ENV says', () => {
  const assets = path.join(ROOT, 'renderer', 'dist', 'assets');
  const scripts = fs.readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(2);
  for (const name of scripts) {
    expect(fs.readFileSync(path.join(assets, name), 'utf8'), name).not.toContain('jsxDEV');
  }
});
