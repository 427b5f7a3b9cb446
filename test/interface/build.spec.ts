import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
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

test('sends at most 250 kB of scripts, compressed, for the first page', () => {
  const dist = path.join(ROOT, 'renderer', 'dist');
  const html = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
  const waiting = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
  const scripts = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (scripts.has(file)) continue;
    scripts.add(file);
    // Static imports only: dynamic ones (`import(…)`) are not part of the first page.
    const text = fs.readFileSync(path.join(dist, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      waiting.push(`assets/${name}`);
  }
  const sizes = [...scripts].map((file) => gzipSync(fs.readFileSync(path.join(dist, file))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeGreaterThan(0);
  expect(total / 1000).toBeLessThan(250);
  test.info().annotations.push({ type: 'kB', description: (total / 1000).toFixed(1) });
});
