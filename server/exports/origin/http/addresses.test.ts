import { expect, test } from 'vitest';
import { isPrivateAddress, literalAddress } from './addresses.ts';

test.each([
  '127.0.0.1',
  '127.8.9.10',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '198.18.0.1',
  '::1',
  '::',
  '[::1]',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '2001:db8::1',
  '64:ff9b:1::808:808',
  '64:ff9b:1:ffff::1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::7f00:1',
  '::ffff:0:127.0.0.1',
  '::ffff:0:8.8.8.8',
])('%s is none of the public internet', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '100.63.0.1',
  '100.128.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
])('%s is', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

test('only addresses are taken for such', () => {
  expect(literalAddress('[::1]')).toBe('::1');
  expect(literalAddress('127.0.0.1')).toBe('127.0.0.1');
  expect(literalAddress('localhost')).toBe(undefined);
});
