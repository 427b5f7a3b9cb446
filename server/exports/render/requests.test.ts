import { EventEmitter } from 'node:events';
import type { CDPSession } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { logRequests } from './requests.ts';

/**
 * Events as a busy browser sent them when scripts navigated from document to document; the first request never ended.
 */
test('what a document has asked for is waited for no longer when another one has come in its place', () => {
  const session = new EventEmitter();
  const requests = logRequests(
    session as unknown as CDPSession,
    'main',
    () => true,
    () => {},
  );
  const ask = (requestId: string, loaderId: string, type: string): void => {
    const request = { url: `https://docs.example.com/${requestId}` };
    session.emit('Network.requestWillBeSent', { requestId, loaderId, type, request, frameId: 'main' });
  };
  const come = (loaderId: string, id = 'main'): void => {
    session.emit('Page.frameNavigated', { frame: { id, loaderId } });
  };
  ask('first', 'first', 'Document');
  come('first');
  ask('script', 'first', 'Script');
  ask('second', 'second', 'Document');
  come('inner', 'frame');
  expect(requests.pending()).toBe(3);
  come('second');
  expect(requests.isPending('first')).toBe(false);
  expect(requests.isPending('script')).toBe(false);
  expect(requests.isPending('second')).toBe(true);
  ask('style', 'second', 'Stylesheet');
  session.emit('Network.loadingFinished', { requestId: 'second' });
  expect(requests.pending()).toBe(1);
});
