import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { downloadLimits } from './download-limits.ts';

it('bounds the downloads of one link, and all of them, until they have ended', () => {
  const downloads = downloadLimits(2, 3);
  const responses: EventEmitter[] = [];
  const begin = (link: string): boolean => {
    const response = new EventEmitter();
    responses.push(response);
    return downloads.begin(link, response as unknown as ServerResponse);
  };
  expect([begin('a'), begin('a'), begin('a')]).toEqual([true, true, false]);
  expect([begin('b'), begin('b')]).toEqual([true, false]);
  responses[0]?.emit('close');
  expect([begin('c'), begin('c')]).toEqual([true, false]);
  responses[1]?.emit('close');
  expect(begin('a')).toBe(true);
});
