import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readWindowState, writeWindowState } from './window-state.ts';

const SCREEN = [{ x: 0, y: 0, width: 1920, height: 1080 }];
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-window-')), 'desktop', 'window.json');

it('is where it was', () => {
  const kept = { x: 100, y: 50, width: 1000, height: 700, isMaximized: true };
  writeWindowState(file, kept);
  expect(readWindowState(file, SCREEN)).toEqual(kept);
});

it('keeps its size, not its place, when the screen that showed it is gone', () => {
  writeWindowState(file, { x: 3000, y: 50, width: 1000, height: 700, isMaximized: false });
  expect(readWindowState(file, SCREEN)).toEqual({ width: 1000, height: 700, isMaximized: false });
});

it.each(['', '{', '[]', '{"width":1}', '{"width":1e9,"height":700,"isMaximized":false}', 'null'])(
  'begins anew where the file says %s',
  (text) => {
    fs.writeFileSync(file, text);
    expect(readWindowState(file, SCREEN)).toEqual({ width: 1280, height: 800, isMaximized: false });
  },
);

it('is not written where nothing can be', () => {
  expect(() =>
    writeWindowState(path.join(file, 'below a file', 'window.json'), {
      width: 700,
      height: 500,
      isMaximized: false,
    }),
  ).not.toThrow();
});
