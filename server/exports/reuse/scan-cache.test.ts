import fs from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { featurePolicy } from '../features/policy.ts';
import { temporaryFolder } from '../search/search.test-support.ts';
import { openReadings, readScan, readWhole, writeReading } from './scan-cache.ts';

const dataFolder = temporaryFolder();
afterAll(() => fs.rmSync(dataFolder, { recursive: true }));

const asked = { policy: featurePolicy('air-gapped', {}), hasText: true };

it('puts readings aside, one behind the other', () => {
  const readings = openReadings(dataFolder, 'a', asked);
  const { folder } = readings.wanted;
  writeReading(folder, 'scan of another', { head: '{}', sections: '[]' });
  const place = writeReading(folder, 'Größe', { head: '"é"', sections: '[1]' });
  expect(readScan(place)).toBe('Größe');
  const { file = '', start = 0, headBytes = 0, sectionsBytes = 0 } = place.text ?? {};
  expect(readWhole({ file, start, sizeBytes: headBytes })?.toString()).toBe('"é"');
  expect(readWhole({ file, start: start + headBytes, sizeBytes: sectionsBytes })?.toString()).toBe('[1]');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  readings.clear();
  expect(fs.existsSync(folder)).toBe(false);
  expect(readScan(place)).toBeUndefined();
});

it('knows the reading of what was acquired last, and of nothing else', () => {
  const readings = openReadings(dataFolder, 'b', asked);
  const place = writeReading(readings.wanted.folder, 'scan', undefined);
  expect(place.text).toBeUndefined();
  readings.keep('/a', 'object', place);
  expect(readings.of({ url: '/a', object: 'object' })).toEqual(place);
  expect(readings.of({ url: '/a', object: 'other' })).toBeUndefined();
  expect(readings.of({ url: '/b', object: 'object' })).toBeUndefined();
  readings.keep('/a', 'object', undefined);
  expect(readings.of({ url: '/a', object: 'object' })).toBeUndefined();
  readings.keep('/a', 'object', place);
  readings.clear();
  expect(readings.of({ url: '/a', object: 'object' })).toBeUndefined();
});

it('reads nothing that is not what was written', () => {
  const { wanted } = openReadings(dataFolder, 'c', asked);
  const place = writeReading(wanted.folder, 'scan', undefined);
  fs.writeFileSync(place.scan.file, 'span');
  expect(readScan(place)).toBeUndefined();
  fs.writeFileSync(place.scan.file, 'scan');
  expect(readScan(place)).toBe('scan');
  fs.truncateSync(place.scan.file, 2);
  expect(readScan(place)).toBeUndefined();
});
