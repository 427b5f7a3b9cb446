import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAPTER_OF_JOB_TAB, CHAPTER_OF_PAGE, CHAPTER_OF_PROJECT_TAB } from '../../renderer/help/chapters.ts';
import type { HandbookNode } from '../../renderer/help/handbook.types.ts';
import { HANDBOOK, readHandbook } from '../../scripts/handbook-plugin.ts';

const chapters = readHandbook();
const files = chapters.map(({ file }) => file);

describe('the handbook in the app', () => {
  it('has the chapter that each page leads to', () => {
    const wanted = [CHAPTER_OF_PAGE, CHAPTER_OF_JOB_TAB, CHAPTER_OF_PROJECT_TAB].flatMap(Object.values);
    expect(wanted.filter((file) => !files.includes(file))).toEqual([]);
  });

  it('has every chapter that its chapters lead to, and every picture', () => {
    const dead = chapters.flatMap(({ file, nodes }) =>
      nodes
        .flatMap(referencesIn)
        .filter((reference) => !/^(#|[a-z]+:|\/\/)/i.test(reference))
        .filter((reference) => !isFile(path.join(HANDBOOK, reference.split('#')[0] ?? '')))
        .map((reference) => `${file}: ${reference}`),
    );
    expect(dead).toEqual([]);
  });

  it('shows the text of a chapter, and none of its controls', () => {
    const verify = chapters.find(({ file }) => file === 'gap/verify.html');
    const text = verify?.nodes.map(textOf).join('') ?? '';
    expect(verify?.title).toBe('Verify a bundle');
    expect(text).toContain('offprint verify');
    expect(JSON.stringify(verify)).not.toMatch(/"(button|script|style|svg|nav)",/);
  });
});

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function referencesIn(node: HandbookNode): string[] {
  if (typeof node === 'string') return [];
  const [, { href, src }, children] = node;
  return [href, src].filter((each) => each !== undefined).concat(children.flatMap(referencesIn));
}

function textOf(node: HandbookNode): string {
  return typeof node === 'string' ? node : node[2].map(textOf).join('');
}
