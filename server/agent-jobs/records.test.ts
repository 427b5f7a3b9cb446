import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JobEvent } from '../agents/loop/events.ts';
import { agentJobBody } from '../api/agent-job-body.ts';
import { serverSettings } from '../settings.ts';
import { requireAgentJob } from '../store/agent-jobs.ts';
import { openForWriting, type Store } from '../store/database.ts';
import { createProject } from '../store/projects.ts';
import { jobRecords } from './records.ts';

let dataFolder: string;
let store: Store;
beforeEach(() => {
  dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-records-'));
  store = openForWriting(dataFolder);
});
afterEach(() => {
  store.close();
  fs.rmSync(dataFolder, { recursive: true, force: true });
});

it('a job has one of four states outside, and a link only when it has ended with a change', async () => {
  const { id: projectId } = createProject(store, {
    name: 'docs',
    origin: { kind: 'directory', folder: '/site' },
    domains: ['docs.localhost'],
    deploymentType: 'air-gapped',
    features: {},
    settings: {},
  });
  const openMirror = (): never => {
    throw new Error('No repository is needed');
  };
  const records = jobRecords({ store, dataFolder, openMirror });
  const order = {
    projectId,
    prompt: 'Fix it',
    repository: '/r',
    branch: 'main',
    modelServer: 's',
    model: 'm',
  };
  const after = async (...events: JobEvent[]) => {
    const { id } = records.create(order, []);
    for (const event of events) records.logOf(id, []).append(event);
    const { status, prLink } = await agentJobBody(SERVICES, requireAgentJob(store, id));
    return [status, prLink];
  };

  const prepared: JobEvent = { type: 'prepared', base: 'a'.repeat(40) };
  const published: JobEvent = { type: 'published', link: 'https://forge.test/1', number: 1, branch: 'b' };
  const ended: JobEvent = { type: 'ended', outcome: 'done', code: null, sentence: '' };
  expect(await after()).toEqual(['active', null]);
  expect(await after(prepared, published)).toEqual(['active', null]);
  expect(await after(prepared, published, ended)).toEqual(['completed', 'https://forge.test/1']);
  expect(await after({ ...ended, outcome: 'no-change' })).toEqual(['completed', null]);
  expect(await after({ ...ended, outcome: 'canceled' })).toEqual(['failed', null]);
  expect(await after(published, ended, { type: 'message', prompt: 'more' })).toEqual(['active', null]);
});

const SERVICES = {
  settings: () => serverSettings.parse({}),
  publicUrl: () => 'http://127.0.0.1:1',
  linkKeys: {
    current: (): never => {
      throw new Error('A forge signs its own links');
    },
  },
} as unknown as Parameters<typeof agentJobBody>[0];
