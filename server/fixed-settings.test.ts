import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { startServer } from './api/test-support.ts';
import { fixedSettings, variableOf } from './fixed-settings.ts';
import { serverSettings } from './settings.ts';

function settingsFile(content: unknown): string {
  const file = path.join(temporaryFolder('settings'), 'offprint.json');
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const fixed = (env: NodeJS.ProcessEnv) => Object.fromEntries(fixedSettings(serverSettings.shape, env));

it('takes values of variables as the schema wants them, and lets them go before the file', () => {
  const file = settingsFile({ exportConcurrency: 3, publicUrl: 'https://file.example' });
  expect(
    fixed({
      OFFPRINT_SETTINGS_FILE: file,
      OFFPRINT_PORT: '8080',
      OFFPRINT_QUEUE_PAUSED: 'true',
      OFFPRINT_ALLOWED_HOSTS: 'a.example, b.example',
      OFFPRINT_PUBLIC_URL: 'https://env.example',
      OFFPRINT_HOST: '',
    }),
  ).toEqual({
    exportConcurrency: { value: 3, from: 'file', place: file },
    port: { value: 8080, from: 'environment', place: 'OFFPRINT_PORT' },
    queuePaused: { value: true, from: 'environment', place: 'OFFPRINT_QUEUE_PAUSED' },
    allowedHosts: { value: ['a.example', 'b.example'], from: 'environment', place: 'OFFPRINT_ALLOWED_HOSTS' },
    publicUrl: { value: 'https://env.example', from: 'environment', place: 'OFFPRINT_PUBLIC_URL' },
  });
});

it('says which value is not right, and where it stands', () => {
  expect(() => fixed({ OFFPRINT_PORT: 'eighty' })).toThrow('The setting port in OFFPRINT_PORT is not valid');
  const unknown = settingsFile({ prot: 1 });
  expect(() => fixed({ OFFPRINT_SETTINGS_FILE: unknown })).toThrow(
    'has the setting prot, which does not exist',
  );
  expect(() => fixed({ OFFPRINT_SETTINGS_FILE: settingsFile('{') })).toThrow('it is no JSON');
  expect(() => fixed({ OFFPRINT_SETTINGS_FILE: '/absent.json' })).toThrow('ENOENT');
});

it('has no variable that means something else', () => {
  const others = [
    'OFFPRINT_DATA',
    'OFFPRINT_URL',
    'OFFPRINT_API_KEY',
    'OFFPRINT_SECRET_FILE',
    'OFFPRINT_CHROMIUM',
  ];
  const variables = Object.keys(serverSettings.shape).map(variableOf);
  expect(variables.filter((name) => others.includes(name))).toEqual([]);
});

it('holds in a server, which says where each value comes from and refuses to change what is fixed', async () => {
  const file = settingsFile({ agentConcurrency: 5 });
  vi.stubEnv('OFFPRINT_SETTINGS_FILE', file);
  vi.stubEnv('OFFPRINT_EXPORT_CONCURRENCY', '7');
  const server = await startServer();
  const change = (body: object) => server.owner.call('PATCH', '/v1/settings', { body });
  expect((await change({ linkLifetimeSeconds: 60 })).status).toBe(200);
  const { body } = await server.owner.call('GET', '/v1/settings/effective');
  const { settings } = body as { settings: { name: string }[] };
  const of = (name: string) => settings.find((setting) => setting.name === name);
  expect(of('exportConcurrency')).toMatchObject({
    value: 7,
    from: 'environment',
    place: 'OFFPRINT_EXPORT_CONCURRENCY',
  });
  expect(of('agentConcurrency')).toMatchObject({ value: 5, from: 'file', place: file });
  expect(of('linkLifetimeSeconds')).toMatchObject({ value: 60, from: 'stored', place: null });
  expect(of('port')).toMatchObject({ value: 0, from: 'option' });
  expect(of('queuePaused')).toMatchObject({ from: 'default' });
  const kept = (await server.owner.call('GET', '/v1/settings')).body as Record<string, unknown>;
  expect(kept).toMatchObject({ exportConcurrency: 7, agentConcurrency: 5 });
  const refused = await change({ exportConcurrency: 1 });
  expect(refused.status).toBe(409);
  expect(refused.error).toContain('fixed by the environment (OFFPRINT_EXPORT_CONCURRENCY)');
});
