import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dataFolder,
  kill,
  skipBecause,
  startOffprint,
  temporaryFolder,
  until,
  whyNoProcessTable,
  workerOf,
} from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { call, finish, script } from '../../test/stand-ins/model-policies.ts';
import type { Policy } from '../../test/stand-ins/model-server.ts';
import { readDescriptor } from '../private-socket.ts';
import { type AgentServer, createJob, startAgentServer, untilOver } from './agent.test-support.ts';
import { addressOf, makeSecretFile, openClient } from './test-support.ts';

const PAGES = 10_000;

/** Creates a bare repository with many pages, using `git fast-import`. */
function largeRepository(): string {
  const repository = path.join(temporaryFolder('large'), 'site.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  const groups = Array.from({ length: 100 }, (_, group) => ({
    group: `Group ${group}`,
    pages: Array.from({ length: PAGES / 100 }, (_page, page) => `g${group}/page-${page}`),
  }));
  const files = groups.flatMap(({ pages }, group) =>
    pages.map((page, at): [string, string] => [
      `${page}.mdx`,
      `---\ntitle: Page ${group}.${at}\n---\n\nSee [the next](/g${group}/page-${(at + 1) % 100}).\n\n${`A sentence about page ${group}.${at}. `.repeat(40)}\n`,
    ]),
  );
  files.push(['docs.json', JSON.stringify({ navigation: { groups } }, null, 1)]);
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const input = `commit refs/heads/main\ncommitter w <w@example.test> 0 +0000\n${data('x')}${files
    .map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`)
    .join('')}\n`;
  execFileSync('git', ['--git-dir', repository, 'fast-import', '--quiet'], { input });
  return repository;
}

describe(`a repository with ${PAGES} pages`, () => {
  it.runIf(isFullRun)(
    'has a model asked within 2 seconds once the mirror is there, in less than 300 MB',
    async ({ skip }) => {
      const why = whyNoProcessTable();
      if (why) skipBecause(skip, why);
      let asked = 0;
      const steps = script([
        call('search', { pattern: 'page 7.7', is_regex: null, glob: null, context: null, limit: null }),
        call('read', { path: 'g7/page-7.mdx', start_line: null, max_lines: null }),
        call('edit', { path: 'g7/page-7.mdx', old_text: 'See [', new_text: 'Read [', replace_all: null }),
        finish('Say read'),
      ]);
      const policy: Policy = (request, number) => {
        asked ||= performance.now();
        return steps(request, number);
      };
      const [folder, secretFile] = [dataFolder(), makeSecretFile()];
      const first = await startAgentServer(
        { policy },
        { dataFolder: folder, secretFile, repository: largeRepository() },
      );
      await first.stop();
      const args = ['serve', '--data', folder, '--port', '0', '--secret-file', secretFile];
      const running = startOffprint(args);
      await until('the server tells where it is', () => readDescriptor(folder)?.pid === running.pid);
      const url = new URL(readDescriptor(folder)?.url ?? '');
      const client = await openClient(addressOf(url.href), url.host, first.keys.write);
      const server: AgentServer = { ...first, ...client };
      const times: number[] = [];
      for (let round = 0; round < 4; round++) {
        asked = 0;
        const begun = performance.now();
        const { id } = await createJob(server, `Round ${round}`);
        expect(await untilOver(server, id)).toMatchObject({ status: 'completed' });
        times.push(Math.round(asked - begun));
      }
      const status = fs.readFileSync(`/proc/${workerOf(running.pid)}/status`, 'utf8');
      const peakMb = Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
      process.stdout.write(
        `first call after ${times.join(', ')} ms (the first one makes the mirror); peak ${peakMb} MB\n`,
      );
      kill(running.pid, 'SIGTERM');
      await running.ended;
      expect(Math.min(...times.slice(1))).toBeLessThan(2000);
      expect(peakMb).toBeLessThan(300);
    },
  );
});
