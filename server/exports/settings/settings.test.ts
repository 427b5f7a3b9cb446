import { describe, expect, test } from 'vitest';
import { contentSettings } from './content-settings.ts';
import { exportSettings } from './settings.ts';

const names = Object.keys(exportSettings.shape);

describe('the export settings', () => {
  test('all have a default, so that a job needs none', () => {
    expect(Object.keys(exportSettings.parse({}))).toEqual(names);
  });

  test('are complete once they have been read: reading them again changes nothing', () => {
    const settings = exportSettings.parse({ include: ['/guide/**'], maxPages: 10, format: 'tar.gz' });
    expect(exportSettings.parse(settings)).toEqual(settings);
    expect(exportSettings.parse(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  test('refuse a name that there is not', () => {
    const { error } = exportSettings.safeParse({ maxPage: 10 });
    expect(error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['maxPage'] });
  });

  test.each([
    ['maxPages', 0],
    ['maxPages', 1.5],
    ['maxPages', '10'],
    ['maxBytes', -1],
    ['concurrency', 0],
    ['concurrency', 65],
    ['timeoutMs', Number.POSITIVE_INFINITY],
    ['include', '/guide/**'],
    ['paths', [1]],
    ['format', 'rar'],
    ['allowMissing', 'yes'],
    ['onVerificationFailure', 'ignore'],
    ['viewportWidth', 10],
  ])('refuse %s: %j', (name, value) => {
    const { error } = exportSettings.safeParse({ [name]: value });
    expect(error?.issues[0]?.path[0]).toBe(name);
  });

  test('each say what they mean', () => {
    for (const name of names) {
      const { description } = exportSettings.shape[name as keyof typeof exportSettings.shape];
      expect(description, name).toMatch(/\.$/);
    }
  });
});

describe('the settings in the manifest of a bundle', () => {
  test('are those that shape its content', () => {
    expect(
      contentSettings(exportSettings.parse({ include: ['/guide/**'], exclude: ['/x'], paths: ['a'] })),
    ).toMatchObject({
      include: ['/guide/**'],
      exclude: ['/x'],
      paths: ['a'],
      allowMissing: false,
    });
  });

  test('are none that differ between two exports of the same content', () => {
    const speed = {
      concurrency: 1,
      timeoutMs: 1,
      sampleMin: 1,
      sampleMax: 1,
      sampleMaxMs: 1,
      viewportWidth: 300,
    };
    expect(contentSettings(exportSettings.parse(speed))).toEqual(contentSettings(exportSettings.parse({})));
  });
});
