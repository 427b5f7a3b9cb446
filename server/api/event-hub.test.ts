import { expect, it } from 'vitest';
import { eventHub } from './event-hub.ts';

it('ends whoever comes while the server stops, and reads the store no more', () => {
  const hub = eventHub(() => {
    throw new TypeError('The database connection is not open');
  });
  hub.close();
  const heard: string[] = [];
  const ignore = (): void => {};
  hub.watch({ progress: ignore, changed: ignore, end: () => heard.push('watcher') })();
  hub.listen('se_1', 0, {
    event: ignore,
    progress: ignore,
    held: ignore,
    end: () => heard.push('listener'),
  })();
  expect(heard).toEqual(['watcher', 'listener']);
  expect(hub.count()).toBe(0);
});
