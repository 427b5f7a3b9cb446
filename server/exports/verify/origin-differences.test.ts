import { expect, test } from 'vitest';
import { differencesFrom } from './origin-differences.ts';

const QUIET = {
  ...{ pageErrors: [], blocked: [], outgoing: [], frames: [], controls: [] },
  inWindow: { links: 0, met: 0 },
};

test.each([
  ['a file of the bundle', 'connect-src file:///bundle/data.json', ['file:///bundle/data.json']],
  [
    'a host that the original leaves alone',
    'img-src https://other.example/a.png',
    ['https://other.example/a.png'],
  ],
  // Like fonts: on `file://`, browsers request those of all alphabets at once.
  [
    'another address of a host that the original asks in vain',
    'font-src https://fonts.example/greek.woff2',
    [],
  ],
])('what is stopped of what a page asks for: %s', (_what, blocked, stopped) => {
  const origin = { ...QUIET, outgoing: ['https://fonts.example/latin.woff2'] };
  expect(differencesFrom(origin, { ...QUIET, blocked: [blocked] }).stopped).toEqual(stopped);
});

test('a control is lost where it is to be seen less often than at the origin', () => {
  const origin = { ...QUIET, controls: ['button Copy', 'button Copy', 'button Menu'] };
  const here = { ...QUIET, controls: ['button Menu', 'button Copy', 'button More'] };
  expect(differencesFrom(origin, here).controlsLost).toEqual(['button Copy']);
  expect(differencesFrom(here, origin).controlsLost).toEqual(['button More']);
});
