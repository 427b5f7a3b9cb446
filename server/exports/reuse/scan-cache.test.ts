import fs from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { featurePolicy } from '../features/feature-policy.ts';
import { temporaryFolder } from '../search/search.test-support.ts';
import { openScanCache, readScan, readWhole, writeScan } from './scan-cache.ts';

const dataFolder = temporaryFolder();
afterAll(() => fs.rmSync(dataFolder, { recursive: true }));

const asked = { policy: featurePolicy('air-gapped', {}), hasText: true };

it('keeps scans one behind the other', () => {
  const scanCache = openScanCache(dataFolder, 'a', asked);
  const { folder } = scanCache.wanted;
  writeScan(folder, 'scan of another', { head: '{}', sections: '[]' });
  const place = writeScan(folder, 'Größe', { head: '"é"', sections: '[1]' });
  expect(readScan(place)).toBe('Größe');
  const { file = '', start = 0, headBytes = 0, sectionsBytes = 0 } = place.text ?? {};
  expect(readWhole({ file, start, sizeBytes: headBytes })?.toString()).toBe('"é"');
  expect(readWhole({ file, start: start + headBytes, sizeBytes: sectionsBytes })?.toString()).toBe('[1]');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  scanCache.clear();
  expect(fs.existsSync(folder)).toBe(false);
  expect(readScan(place)).toBeUndefined();
});

it('knows the scan of what was acquired last, and of nothing else', () => {
  const scanCache = openScanCache(dataFolder, 'b', asked);
  const place = writeScan(scanCache.wanted.folder, 'scan', undefined);
  expect(place.text).toBeUndefined();
  scanCache.keep('/a', 'object', place);
  expect(scanCache.of({ url: '/a', object: 'object' })).toEqual(place);
  expect(scanCache.of({ url: '/a', object: 'other' })).toBeUndefined();
  expect(scanCache.of({ url: '/b', object: 'object' })).toBeUndefined();
  scanCache.keep('/a', 'object', undefined);
  expect(scanCache.of({ url: '/a', object: 'object' })).toBeUndefined();
  scanCache.keep('/a', 'object', place);
  scanCache.clear();
  expect(scanCache.of({ url: '/a', object: 'object' })).toBeUndefined();
});

it('reads nothing that is not what was written', () => {
  const { wanted } = openScanCache(dataFolder, 'c', asked);
  const place = writeScan(wanted.folder, 'scan', undefined);
  fs.writeFileSync(place.scan.file, 'span');
  expect(readScan(place)).toBeUndefined();
  fs.writeFileSync(place.scan.file, 'scan');
  expect(readScan(place)).toBe('scan');
  fs.truncateSync(place.scan.file, 2);
  expect(readScan(place)).toBeUndefined();
});
