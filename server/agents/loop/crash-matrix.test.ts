import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { builtProgram } from '../../../test/stand-ins/built.ts';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { POLICY_SITE, policies } from '../../../test/stand-ins/model-policies.ts';
import { type Policy, startModelServer } from '../../../test/stand-ins/model-server.ts';
import { eventTable } from '../../store/agent-events.ts';
import { chainFault } from '../log/event-log.ts';
import { repositoryIn, scratchFolder } from '../workspace/repository.test-support.ts';
import { JOB_ID, type JobFolder, openJobFolder, refOn } from './scripted-job.test-support.ts';

const scratch = scratchFolder('crashes');
const script = builtProgram('server/agents/loop/fixtures/run-and-die.ts');

type Ended = Readonly<{ signal: string | null; output: string }>;

/** Runs a job in a separate process that kills itself around an event. With 0, the job runs to its end. */
function runUntil(
  folder: string,
  baseUrl: string,
  seq: number,
  when: string,
  message: string,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const argv = [script, folder, baseUrl, String(seq), when, message];
    execFile(process.execPath, argv, { timeout: 60_000 }, (error, output, complaint) => {
      const signal = (error as { signal?: string } | null)?.signal ?? null;
      if (error && signal === null) reject(new Error(complaint));
      else resolve({ signal, output });
    });
  });
}

type Left = Readonly<{
  status: string;
  tree: string | null;
  requests: number;
  eventTypes: readonly string[];
}>;

/** Returns what a job left behind when it ended. */
function leftBy(place: JobFolder, output: string): Left {
  const events = eventTable(place.store, JOB_ID).all();
  expect(chainFault(JOB_ID, events)).toBeNull();
  const requests = place.requests();
  return {
    status: (JSON.parse(output) as { status: string }).status,
    tree: requests.length === 0 ? null : refOn(place, `offprint/${JOB_ID}^{tree}`),
    requests: requests.length,
    eventTypes: events.map((event) => event.body.type).filter((type) => type !== 'resumed'),
  };
}

/** Together they take about five minutes. Ordinary runs use only the shortest one. */
const jobs: [string, string][] = [
  ['happy', ''],
  ['wrongEdit', ''],
  ['brokenLink', ''],
  ['followUp', 'Also greet shorter'],
  ['noChange', ''],
];

it.each(isFullRun ? jobs : jobs.slice(0, 1))(
  'the job "%s", killed at its events, ends in the same tree with one merge request',
  async (name, message) => {
    const template = path.join(scratch, name);
    const source = repositoryIn(path.join(template, 'source'), POLICY_SITE);
    execFileSync('git', ['clone', '--quiet', '--bare', source.folder, path.join(template, 'forge.git')]);
    const server = await startModelServer({ policy: policies[name] as Policy });
    const fresh = (to: string): JobFolder => {
      const folder = path.join(scratch, `${name}-${to}`);
      fs.mkdirSync(folder);
      fs.cpSync(path.join(template, 'forge.git'), path.join(folder, 'forge.git'), { recursive: true });
      return openJobFolder(folder);
    };
    const finish = async (place: JobFolder): Promise<Left> => {
      const { output } = await runUntil(place.folder, server.baseUrl, 0, 'after', message);
      const left = leftBy(place, output);
      place.store.close();
      fs.rmSync(place.folder, { recursive: true });
      return left;
    };

    try {
      const undisturbed = await finish(fresh('undisturbed'));
      expect(undisturbed.requests).toBe(name === 'noChange' ? 0 : 1);
      const last = undisturbed.eventTypes.length;

      const kill = async (seq: number, when: string): Promise<void> => {
        const place = fresh(`${seq}-${when}`);
        const { signal } = await runUntil(place.folder, server.baseUrl, seq, when, message);
        expect(signal, `killed ${when} event ${seq}`).toBe('SIGKILL');
        expect(await finish(place), `killed ${when} event ${seq}`).toEqual(undisturbed);
      };
      const whens = isFullRun ? ['before', 'after'] : ['before'];
      const events = Array.from({ length: last }, (_, index) => index + 1);
      const kills = events
        .filter((seq) => isFullRun || seq % 12 === 0)
        .flatMap((seq) => whens.map((when) => [seq, when] as const));
      // Two at a time, since the test is about order, not speed.
      await Promise.all(
        [0, 1].map(async (half) => {
          for (const [seq, when] of kills.filter((_, index) => index % 2 === half)) await kill(seq, when);
        }),
      );

      // One job that is killed repeatedly until it completes. In a full run, it dies after every event that it writes.
      const place = fresh('again-and-again');
      // Advance by at least two: the first event of a resumed run only records that it was resumed.
      for (let seq = 2; ; seq += isFullRun ? 2 : 6) {
        const { signal } = await runUntil(place.folder, server.baseUrl, seq, 'after', message);
        if (signal === null) break;
        expect(seq).toBeLessThan(3 * last);
      }
      expect(await finish(place)).toEqual(undisturbed);
    } finally {
      await server.close();
    }
  },
  600_000,
);
