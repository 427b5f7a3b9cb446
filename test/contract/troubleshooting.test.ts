import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** Shorter parts of a message are too common to identify it. */
const TELLING = 6;

function sourcesBelow(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|fixtures|dist/.test(name))
    .map((name) => fs.readFileSync(path.join(ROOT, folder, name), 'utf8'));
}

it('docs/troubleshooting.md quotes messages that Offprint writes', () => {
  const page = fs.readFileSync(path.join(ROOT, 'docs/troubleshooting.md'), 'utf8');
  const quoted = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message);
  expect(quoted.length).toBeGreaterThan(20);
  const sources = [...sourcesBelow('server'), ...sourcesBelow('renderer/messages')];
  const unknown = quoted.filter((message) => {
    const parts = message
      .split('…')
      .map((part) => part.trim())
      .filter((part) => part.length >= TELLING);
    return !sources.some((source) => parts.every((part) => source.includes(part)));
  });
  expect(unknown).toEqual([]);
});
