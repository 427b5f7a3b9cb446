import { beforeAll, describe, expect, it } from 'vitest';
import { workspaceOfFiles } from '../workspace/repository.test-support.ts';
import type { FindingCode } from './finding.ts';
import { openValidator } from './validate.ts';

/** Texts to write to a file, by file name, each with the finding that it must cause. */
export type Obeyed = Readonly<Record<string, readonly (readonly [string, FindingCode])[]>>;
/** Texts to write to a file, by file name, that must not cause any finding. */
export type Harmless = Readonly<Record<string, readonly string[]>>;

const LOOKED_FOR: readonly FindingCode[] = [
  ...(['directive', 'active-content', 'active-address', 'new-host', 'no-documentation'] as const),
  ...(['hidden', 'encoding', 'front-matter', 'syntax'] as const),
];

/** Returns the finding codes for each text in a file of its own. A single job creates all files. */
async function bringAll(cases: Harmless, end: string): Promise<Map<string, readonly FindingCode[]>> {
  const { workspace } = await workspaceOfFiles({ 'index.md': 'See https://example.test/ and a.md\n' });
  const placed = Object.entries(cases).flatMap(([file, texts]) =>
    texts.map((text, index) => ({ key: `${file} ${text}`, text, place: `c${index}/${file}` })),
  );
  await workspace.apply(
    placed.map(({ text, place }) => ({
      path: place,
      mode: '100644' as const,
      content: Buffer.from(`${text}${end}`),
    })),
  );
  const findings = await openValidator(workspace, ['']).validate(new AbortController().signal);
  workspace.close();
  const codes = new Map<string, FindingCode[]>(placed.map(({ place }) => [place, []]));
  for (const { path: file, code } of findings) if (LOOKED_FOR.includes(code)) codes.get(file)?.push(code);
  return new Map(placed.map(({ key, place }) => [key, codes.get(place) ?? []]));
}

/** Adds a test for each text that it causes its finding. */
export function describeObeyed(title: string, cases: Obeyed, end = '\n'): void {
  describe(title, () => {
    let brought: Map<string, readonly FindingCode[]>;
    beforeAll(async () => {
      const texts = Object.entries(cases).map(([file, list]) => [file, list.map(([text]) => text)]);
      brought = await bringAll(Object.fromEntries(texts), end);
    });
    const all = Object.entries(cases).flatMap(([file, list]) =>
      list.map(([text, code]) => [file, text, code] as const),
    );
    it.each(all)('%s: %j', (file, text, code) => expect(brought.get(`${file} ${text}`)).toContain(code));
  });
}

/** Adds a test for each text that it causes no finding. */
export function describeHarmless(title: string, cases: Harmless, end = '\n'): void {
  describe(title, () => {
    let brought: Map<string, readonly FindingCode[]>;
    beforeAll(async () => {
      brought = await bringAll(cases, end);
    });
    const all = Object.entries(cases).flatMap(([file, list]) => list.map((text) => [file, text] as const));
    it.each(all)('%s: %j', (file, text) => expect(brought.get(`${file} ${text}`)).toEqual([]));
  });
}
