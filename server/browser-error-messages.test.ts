import { describe, expect, test } from 'vitest';
import { driverWords } from './browser-error-messages.ts';
import { asOffprintError, OffprintError } from './errors.ts';

/** Errors as Puppeteer and the DevTools protocol throw them. */
function thrown(message: string, name = 'Error'): Error {
  return Object.assign(new Error(message), { name });
}

const raw = [
  thrown('Protocol error (Page.captureScreenshot): Target closed', 'TargetCloseError'),
  thrown('Protocol error (Runtime.callFunctionOn): Inspected target navigated or closed', 'ProtocolError'),
  thrown('Execution context was destroyed, most likely because of a navigation.'),
  thrown('Attempted to use detached Frame "A1".'),
  thrown('Navigation timeout of 15000 ms exceeded', 'TimeoutError'),
  thrown('Waiting failed: 10000ms exceeded', 'TimeoutError'),
  thrown(
    "Runtime.callFunctionOn timed out. Increase the 'protocolTimeout' setting in launch/connect calls for a higher timeout if needed.",
    'ProtocolError',
  ),
  thrown('net::ERR_CONNECTION_RESET at http://127.0.0.1:1/'),
  thrown('net::ERR_FILE_NOT_FOUND at file:///a.html'),
  thrown('net::ERR_SOMETHING_NEW at file:///a.html'),
  thrown('Connection closed.', 'ConnectionClosedError'),
  thrown('Page crashed!'),
  thrown('Session closed. Most likely the page has been closed.', 'ProtocolError'),
  thrown('Failed to create target for page (id = 7)'),
];

describe('what a browser says of a failure', () => {
  test.for(raw.map((error) => [error.message, error] as const))('%s: is told in plain words', ([, error]) => {
    const { message, code, cause } = asOffprintError(error);
    expect(message).toMatch(/^A page [a-z ]+\. Run the same command again/);
    expect(message).not.toMatch(/protocol|context|net::|ERR_|target|timeout|session|frame/i);
    expect(code).toBe('browser');
    expect(cause).toBe(error); // for the log
  });

  test('is not taken for that where others say it', () => {
    for (const text of ['The connection was closed by the peer.', 'ETIMEDOUT', 'no such page']) {
      expect(driverWords(new Error(text))).toBeUndefined();
      expect(asOffprintError(new Error(text))).toMatchObject({ code: 'internal', message: text });
    }
    const ours = new OffprintError('usage', 'Say so.');
    expect(asOffprintError(ours)).toBe(ours);
  });
});
