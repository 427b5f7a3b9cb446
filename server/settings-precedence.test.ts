import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { startServer } from './api/test-support.ts';
import { variableOf } from './environment-settings.ts';
import { serverSettings } from './settings.ts';
import { effectiveSettings, fixedServerSettings, settingsOf } from './settings-precedence.ts';
import { openForWriting } from './store/database.ts';
import { changeSettings } from './store/settings.ts';

function settingsFile(content: unknown): string {
  const file = path.join(temporaryFolder('settings'), 'offprint.json');
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const fixed = (env: NodeJS.ProcessEnv) => Object.fromEntries(fixedServerSettings(env));

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

/** A value of each type for each place, in order of precedence; `default` is the setting's own. */
const PLACES = ['option', 'environment', 'file', 'stored', 'default'] as const;
const OF_EACH_TYPE: readonly (readonly [name: string, type: string, values: readonly unknown[]])[] = [
  ['exportConcurrency', 'number', [5, 4, 3, 1, 2]],
  ['queuePaused', 'switch', [true, false, true, true, false]],
  ['host', 'text', ['::1', '127.0.0.2', '127.0.0.3', 'localhost', '127.0.0.1']],
  [
    'publicUrl',
    'address',
    ['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example', ''],
  ],
  ['logLevel', 'choice', ['debug', 'error', 'warn', 'debug', 'info']],
  ['allowedHosts', 'list', [['a'], ['b', 'c'], ['d'], ['e'], []]],
];

it.each(OF_EACH_TYPE)('has one order of places: %s, a %s', (name, _type, values) => {
  const store = openForWriting(temporaryFolder('settings'));
  for (const [first, place] of PLACES.entries()) {
    const [option, environment, file, stored] = values.map((value, at) => (at < first ? undefined : value));
    const named = file === undefined ? '' : settingsFile({ [name]: file });
    vi.stubEnv('OFFPRINT_SETTINGS_FILE', named);
    vi.stubEnv(variableOf(name), environment === undefined ? undefined : String(environment));
    changeSettings(store, { [name]: stored ?? null });
    const options = option === undefined ? {} : { [name]: option };
    const found = effectiveSettings(store, options).find((setting) => setting.name === name);
    const from = { environment: variableOf(name), file: named }[place as string] ?? null;
    expect(found).toEqual({ name, value: values[first], from: place, place: from });
    // The server uses the same value.
    expect(settingsOf(store, options)).toMatchObject({ [name]: values[first] });
  }
  store.close();
});

it('takes the file that is the example of the documentation', () => {
  const text = fs.readFileSync('docs/operations.md', 'utf8').match(/```json\n([^`]+)```/)?.[1] ?? '';
  const names = Object.keys(fixed({ OFFPRINT_SETTINGS_FILE: settingsFile(text) }));
  expect(names).toEqual(Object.keys(JSON.parse(text)));
  expect(names.length).toBeGreaterThan(3);
});

it('has no secret in it: an address with a password is not taken', () => {
  expect(() => fixed({ OFFPRINT_PUBLIC_URL: 'https://user:hunter2@docs.example' })).toThrow(
    /publicUrl in OFFPRINT_PUBLIC_URL is not valid: must be an address that contains no spaces/,
  );
});

it('says which value is not right, and where it stands', () => {
  expect(() => fixed({ OFFPRINT_PORT: 'eighty' })).toThrow('The value of port in OFFPRINT_PORT is not valid');
  const unknown = settingsFile({ prot: 1 });
  expect(() => fixed({ OFFPRINT_SETTINGS_FILE: unknown })).toThrow('contains an unknown setting: prot');
  expect(() => fixed({ OFFPRINT_SETTINGS_FILE: settingsFile('{') })).toThrow('it is not JSON');
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
