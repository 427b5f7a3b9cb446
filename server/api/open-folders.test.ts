import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { page, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { repositoryIn } from '../agents/workspace/repository.test-support.ts';
import {
  type Client,
  type Job,
  QUICK,
  startJob,
  startServer,
  type TestServer,
  untilEnded,
} from './test-support.ts';

let server: TestServer;
let root: string;

beforeAll(async () => {
  server = await startServer();
  root = fs.realpathSync(temporaryFolder('root'));
  await open(root);
});

async function open(...directoryRoots: string[]): Promise<void> {
  const { status } = await server.owner.call('PATCH', '/v1/settings', { body: { directoryRoots } });
  expect(status).toBe(200);
}

let number = 0;
/** Creates a project as an API key or as the owner. @returns its domain */
async function make(origin: object, by: 'key' | 'owner' = 'key'): Promise<string> {
  const domain = `f${++number}.example`;
  const body = { name: domain, domains: [domain], origin, settings: QUICK };
  const client: Client = by === 'key' ? server : server.owner;
  const made = await client.call('POST', '/v1/projects', {
    body,
    ...(by === 'key' && { key: server.keys.admin }),
  });
  expect(made.status, made.error).toBe(201);
  return domain;
}

async function exported(domain: string): Promise<Job> {
  const { jobId } = await startJob(server, domain);
  return untilEnded(server, jobId);
}

function site(folder: string, title = 'Start'): string {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'index.html'), page(title));
  return folder;
}

const preview = (domain: string) =>
  server.call('POST', '/v1/static-export/preview', { body: { domain }, key: server.keys.write });

describe('the folder of a project that a key has made', () => {
  it.each([
    ['itself', (folder: string) => folder],
    ['above it', (folder: string) => path.dirname(folder)],
  ])(
    'is not exported, nor previewed, once a link to elsewhere has taken its place, %s',
    async (_what, of) => {
      const parent = path.join(root, `swapped-${++number}`);
      const folder = site(path.join(parent, 'site'));
      const domain = await make({ kind: 'directory', folder });
      const secret = temporaryFolder('secret');
      site(secret, 'Secret');
      site(path.join(secret, 'site'), 'Secret');
      expect((await preview(domain)).status).toBe(200);

      fs.rmSync(of(folder), { recursive: true });
      fs.symlinkSync(secret, of(folder));
      const job = await exported(domain);
      expect(job.status).toBe('failed');
      expect(job.error).toContain('is not allowed by the directoryRoots setting');
      const seen = await preview(domain);
      expect([seen.status, seen.error]).toEqual([409, expect.stringContaining('directoryRoots')]);
    },
  );

  it('is not exported once the operator has closed its root; that of the owner is', async () => {
    const alone = fs.realpathSync(temporaryFolder('alone'));
    await open(root, alone);
    const byKey = await make({ kind: 'directory', folder: site(path.join(alone, 'by-key')) });
    const byOwner = await make({ kind: 'directory', folder: site(path.join(alone, 'by-owner')) }, 'owner');
    expect((await exported(byKey)).status).toBe('completed');
    await open(root);
    const job = await exported(byKey);
    expect(job.status).toBe('failed');
    expect(job.error).toContain('offprint settings set directoryRoots');
    expect((await exported(byOwner)).status).toBe('completed');
  });
});

describe('the local repository of a project that a key has made', () => {
  it('is not exported once it leads out of the roots', async () => {
    const inside = repositoryIn(path.join(root, 'repository'), { 'index.html': page('Inside') });
    inside.commit();
    const outside = repositoryIn(path.join(temporaryFolder('outside'), 'secret'), {
      'index.html': page('Secret'),
    });
    outside.commit();
    const origin = { kind: 'repository', repository: inside.folder, ref: 'main' };
    const domain = await make(origin);
    expect((await exported(domain)).status).toBe('completed');

    fs.rmSync(path.join(inside.folder, '.git'), { recursive: true });
    fs.writeFileSync(path.join(inside.folder, '.git'), `gitdir: ${outside.folder}/.git\n`);
    const job = await exported(domain);
    expect(job.status).toBe('failed');
    expect(job.error).toContain('points to a repository elsewhere');
  });
});

describe('the data folder', () => {
  it('is no origin, whoever asks, whether it is named or linked to', async () => {
    const link = path.join(root, 'to-data');
    fs.symlinkSync(server.dataFolder, link);
    const folders = [server.dataFolder, path.join(server.dataFolder, 'exports'), link];
    fs.mkdirSync(path.join(server.dataFolder, 'exports'), { recursive: true });
    await open(root, path.dirname(server.dataFolder));
    for (const folder of folders) {
      const origins = [
        { kind: 'directory', folder },
        { kind: 'repository', repository: folder, ref: 'main' },
        { kind: 'repository', repository: `file://${folder}`, ref: 'main' },
      ];
      for (const origin of origins) {
        const body = { name: 'x', domains: ['x.example'], origin };
        const asOwner = await server.owner.call('POST', '/v1/projects', { body });
        expect([asOwner.status, asOwner.error]).toEqual([
          400,
          expect.stringContaining("is inside Offprint's data folder"),
        ]);
        const asKey = await server.call('POST', '/v1/projects', { body, key: server.keys.admin });
        expect(asKey.status).toBe(403);
      }
      const seen = await server.owner.call('POST', '/v1/static-export/preview', {
        body: { origin: origins[0] },
      });
      expect([seen.status, seen.error]).toEqual([400, expect.stringContaining('data folder')]);
    }
    await open(root);
  });

  it('is no origin of what the owner made, once a link to it has taken its place', async () => {
    const folder = site(path.join(temporaryFolder('own'), 'site'));
    const domain = await make({ kind: 'directory', folder }, 'owner');
    fs.rmSync(folder, { recursive: true });
    fs.symlinkSync(server.dataFolder, folder);
    site(server.dataFolder);
    const job = await exported(domain);
    expect(job.status).toBe('failed');
    expect(job.error).toContain("is inside Offprint's data folder");
  });

  it('is left out, and listed, where it lies in the folder that is exported', async () => {
    const around = path.dirname(server.dataFolder);
    site(around);
    const domain = await make({ kind: 'directory', folder: around }, 'owner');
    const { body, status, error } = await preview(domain);
    expect(status, error).toBe(200);
    expect((body as { outOfScope: object[] }).outOfScope).toContainEqual({
      reason: 'Offprint data folder',
      count: 1,
      urls: [`/${path.basename(server.dataFolder)}`],
    });
  });
});
