import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { inspectFile, isInspectable } from './inspect.ts';
import { checkLinks, type LinkCheck } from './links.ts';

test('links that lead nowhere are told once, with the first page that holds them and how many do', async () => {
  const { faults, files, links } = await checked({
    'a.html': '<a href="b.html#here">1</a><a href="b.html#gone">2</a><a href="missing.html">3</a>',
    'b.html': '<p id="here"><a href="b.html#gone">4</a><img src="missing.png"><a href="missing.png">5</a>',
    'c.html': '<a href="missing.html">6</a><a href="c.html#top">7</a>',
  });
  expect({ files, links }).toEqual({ files: 3, links: 7 });
  expect(faults).toEqual([
    fault('no anchor', 'b.html', 'gone', { from: 'a.html', count: 2 }),
    fault('no file', 'missing.html', '', { from: 'a.html', count: 2 }),
    fault('no file', 'missing.png', '', { from: 'b.html', count: 1, loads: true }),
  ]);
});

test('however many links there are, each is counted in all pages that hold it', async () => {
  const linkCount = isFullRun ? 30_000 : 20_500; // more than the batch size for writing
  const many = Array.from({ length: linkCount }, (_, index) => `<a href="${index}.html">x</a>`).join('');
  const { faults, links } = await checked({
    'a.html': many,
    'b.html': many,
    'c.html': '<a href="7.html">x</a>',
  });
  expect(links).toBe(2 * linkCount + 1);
  expect(faults).toHaveLength(linkCount);
  expect(faults.filter(({ count }) => count !== 2)).toEqual([
    fault('no file', '7.html', '', { from: 'a.html', count: 3 }),
  ]);
  expect(new Set(faults.map(({ from }) => from))).toEqual(new Set(['a.html']));
});

test('anchors of pages that scripts draw are not known', async () => {
  const { faults } = await checked({
    'a.html': '<a href="api.html#tag/pet">1</a><a href="b.html#tag/pet">2</a>',
    'api.html': '<script src="offprint-playground/1.js"></script><a href="#tag/pet">3</a>',
    'b.html': '<script src="drawing.js"></script>',
    'offprint-playground/1.js': '',
    'drawing.js': '',
  });
  expect(faults).toEqual([fault('no anchor', 'b.html', 'tag/pet', { from: 'a.html', count: 1 })]);
});

test('what files load from elsewhere is told with one of them', async () => {
  const { outside } = await checked({
    'a.html': '<script src="https://cdn.example/x.js"></script><a href="https://else.example/">x</a>',
    'b.html': '<script src="https://cdn.example/x.js"></script>',
  });
  expect(outside).toEqual([{ url: 'https://cdn.example/x.js', from: 'a.html' }]);
});

function fault(
  kind: 'no file' | 'no anchor',
  target: string,
  fragment: string,
  { from, count, loads = false }: { from: string; count: number; loads?: boolean },
): LinkCheck['faults'][number] {
  return { kind, from, count, target, fragment, loads };
}

/** Checks the links of a folder with these files. */
async function checked(files: Record<string, string>): Promise<LinkCheck> {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-links-'));
  onTestFinished(() => fs.rmSync(work, { recursive: true }));
  const folder = path.join(work, 'bundle');
  fs.mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  const names = Object.keys(files);
  const inspect = async (file: string) => inspectFile(folder, file);
  return checkLinks(folder, names, names.filter(isInspectable), inspect, 4);
}
