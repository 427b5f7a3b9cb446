import { afterEach, expect, test, vi } from 'vitest';
import { makeRestKeeper } from './at-rest.ts';

afterEach(() => vi.unstubAllGlobals());

test('the next control is pressed when scripts have followed the place that the window is put back to', async () => {
  const done: string[] = [];
  vi.stubGlobal('scrollX', 0);
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => done.push(`scrolled to ${top}`));
  const driver = {
    settle: async () => void done.push('settled'),
    comeToRest: async () => void done.push('at rest'),
  };
  const rest = makeRestKeeper({} as Document, driver as never, () => [], false);
  await rest.scrollBack();
  expect(done).toEqual([]);
  vi.stubGlobal('scrollY', 500);
  await rest.scrollBack();
  expect(done).toEqual(['scrolled to 0', 'settled', 'at rest']);
});
