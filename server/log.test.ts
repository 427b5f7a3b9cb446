import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { LOG_FILE, lastEntries, openLog } from './log.ts';

const MIB = 2 ** 20;

function readLines(folder: string): Record<string, unknown>[] {
  const text = fs.readFileSync(path.join(folder, LOG_FILE), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('writes JSON Lines with level, time, sentence and fields, of its level and above', () => {
  const folder = temporaryFolder('logs');
  const log = openLog({ folder, level: 'info', maxBytes: MIB, files: 2 });
  log.info('export job se_1 started', { jobId: 'se_1' });
  log.debug('GET /v1/projects 200');
  log.setLevel('error');
  log.warn('not told');
  log.error('it broke', { err: new Error('why') });
  log.close();
  expect(readLines(folder)).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/Z$/),
      pid: process.pid,
      jobId: 'se_1',
      msg: 'export job se_1 started',
    },
    expect.objectContaining({
      level: 'error',
      msg: 'it broke',
      err: expect.objectContaining({ message: 'why' }),
    }),
  ]);
  expect(log.lines().map(({ line }) => line)).toEqual(['export job se_1 started', 'it broke']);
});

it('keeps no secret, wherever it stands', () => {
  const folder = temporaryFolder('logs');
  const printed: string[] = [];
  const log = openLog({
    folder,
    level: 'debug',
    maxBytes: MIB,
    files: 1,
    print: (line) => printed.push(line),
  });
  const secret = 'S3cr3tS3cr3tS3cr3t';
  log.info(`origin https://user:${secret}@docs.example/ failed`);
  log.debug('request', {
    headers: {
      authorization: `Bearer ${secret}`,
      cookie: `session=${secret}`,
      'set-cookie': [`a=${secret}`],
      accept: '*/*',
    },
    url: `https://bucket.s3.example/key?X-Amz-Algorithm=A&X-Amz-Signature=${secret}&X-Amz-Security-Token=${secret}`,
  });
  log.debug(`GET /v1/bundles/x?expires=1&signature=${secret}`, {
    token: secret,
    target: { password: secret },
  });
  log.error('failed', { err: new Error(`PUT with Authorization: Basic ${secret}`) });
  log.info(`a key offp_${secret} was shown`);
  log.close();
  const text = fs.readFileSync(path.join(folder, LOG_FILE), 'utf8');
  expect(text).not.toContain(secret);
  expect(printed.join('\n')).not.toContain(secret);
  expect(JSON.stringify(log.lines())).not.toContain(secret);
  expect(text).toContain('docs.example');
  expect(readLines(folder)).toHaveLength(5);
});

it('begins a new file once one is large, and keeps as many as it is told', () => {
  const folder = temporaryFolder('logs');
  const open = () => openLog({ folder, level: 'info', maxBytes: 2000, files: 3 });
  let log = open();
  for (let index = 0; index < 100; index++) {
    if (index === 50) {
      log.close();
      log = open();
    }
    log.info(`line ${index}`);
  }
  log.close();
  expect(fs.readdirSync(folder).sort()).toEqual([LOG_FILE, `${LOG_FILE}.1`, `${LOG_FILE}.2`]);
  for (const name of fs.readdirSync(folder))
    expect(fs.statSync(path.join(folder, name)).size).toBeLessThanOrEqual(2000);
  const kept = [2, 1, 0].flatMap((index) =>
    fs
      .readFileSync(path.join(folder, index === 0 ? LOG_FILE : `${LOG_FILE}.${index}`), 'utf8')
      .trim()
      .split('\n'),
  );
  const numbers = kept.map((line) => Number((JSON.parse(line) as { msg: string }).msg.slice(5)));
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => 100 - numbers.length + index));
});

it('ends nothing where it cannot write', () => {
  const file = path.join(temporaryFolder(), 'a-file');
  fs.writeFileSync(file, '');
  const log = openLog({ folder: path.join(file, 'logs'), level: 'info', maxBytes: MIB, files: 1 });
  log.info('told all the same');
  expect(log.lines()).toHaveLength(1);
});

it('gives what was written last by any process, from the file before where there is too little', () => {
  const folder = temporaryFolder();
  for (let index = 0; index < 40; index++) {
    const log = openLog({ folder, level: 'info', maxBytes: 2000, files: 3 });
    log.info(`line ${index}`);
    log.close();
  }
  fs.appendFileSync(path.join(folder, LOG_FILE), '{"cut off');
  const told = (lastEntries(folder, 20) as { msg: string }[]).map(({ msg }) => msg);
  expect(told).toEqual(Array.from({ length: 19 }, (_, index) => `line ${21 + index}`));
  expect(lastEntries(path.join(folder, 'none'))).toEqual([]);
});
