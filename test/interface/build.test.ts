import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { buildInterface, ROOT } from './launch.ts';

it('is built for production, whatever NODE_ENV says', () => {
  vi.stubEnv('NODE_ENV', 'test');
  buildInterface();
  const assets = path.join(ROOT, 'renderer', 'dist', 'assets');
  const scripts = fs.readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(2);
  for (const name of scripts) {
    expect(fs.readFileSync(path.join(assets, name), 'utf8'), name).not.toContain('jsxDEV');
  }
});
