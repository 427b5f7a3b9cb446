import { describe, expect, it } from 'vitest';
import { isLoopback, valuesYaml } from './values-yaml.ts';

describe('values.yaml', () => {
  it('pins the bundle and its version, whatever stands in them', () => {
    const bundleUrl = 'https://docs.example/bundles/se_1/a.zip?expires=1&signature=a-_b';
    expect(valuesYaml({ bundleUrl, version: '2026.3' })).toBe(
      `staticExport:\n  enabled: true\n  bundleUrl: "${bundleUrl}"\n  version: "2026.3"`,
    );
  });
});

it.each([
  ['http://127.0.0.1:4750/x', true],
  ['http://127.8.8.8/x', true],
  ['http://localhost:4750/x', true],
  ['http://[::1]:4750/x', true],
  ['https://docs.example/x', false],
  ['http://192.168.1.7:4750/x', false],
  ['https://localhost.example/x', false],
])('%s leads to the computer it is used on: %s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});
