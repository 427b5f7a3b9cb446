import { expect, it } from 'vitest';
import { otherProtocol, otherProtocolText } from './site-address.ts';

it.each([
  ['htp:/foo', 'http://foo'],
  ['htpp://docs.example.com/', 'http://docs.example.com/'],
  ['http:/docs.example.com', 'http://docs.example.com'],
  ['https:docs.example.com', 'https://docs.example.com'],
  ['htttp://docs.example.com', 'http://docs.example.com'],
  ['hhtps://docs.example.com', 'https://docs.example.com'],
  ['ttp://docs.example.com', 'http://docs.example.com'],
  ['ftp://docs.example.com', undefined],
  ['mailto:a@example.com', undefined],
])('%s is read as %s', (typed, meant) => {
  expect(otherProtocol(typed)?.meant).toBe(meant);
});

it.each([
  'https://docs.example.com',
  'docs.example.com',
  'localhost:8080',
  'C:\\site',
  '/srv/a:b',
  'file:///srv',
])('finds nothing wrong with %s', (typed) => expect(otherProtocol(typed)).toBeUndefined());

it('says what to do', () => {
  expect(otherProtocolText({ protocol: 'htp', meant: 'http://foo' })).toBe(
    '“htp:” is misspelled. Did you mean http://foo?',
  );
  expect(otherProtocolText({ protocol: 'ftp', meant: undefined })).toMatch(/cannot read “ftp:” addresses/);
});
