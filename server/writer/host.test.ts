import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { builtPorts } from '../../test/stand-ins/built.ts';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { readPreferences } from '../store/settings.ts';
import { type Host, openHost } from './host.ts';

let host: Host | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

/** A host whose writer's process hears nothing any more, with what ends it. */
async function withDeafWriter(): Promise<Readonly<{ host: Host; end: () => void; started: () => number }>> {
  let writer: ChildProcess | undefined;
  let count = 0;
  const opened = await openHost(temporaryFolder('data'), {
    spawnWorker: (file, args) => {
      count++;
      writer = builtPorts.spawnWorker(file, args);
      return writer;
    },
  });
  host = opened;
  const deaf = writer;
  deaf?.kill('SIGSTOP');
  return { host: opened, end: () => void deaf?.kill('SIGKILL'), started: () => count };
}

// A job that is canceled while the machine is busy ends the process that others have just asked for something.
it('asks the successor of a process that died for what may be done twice', async () => {
  const { host, end } = await withDeafWriter();
  const changed = host.command('changePreferences', { theme: 'dark' });
  setImmediate(end);
  await changed;
  expect(readPreferences(host.store())).toEqual({ theme: 'dark' });
});

it('does not ask again for what may have been done', async () => {
  const { host, end } = await withDeafWriter();
  const made = host.command('createKey', { name: 'ci', hash: 'x', scopes: ['read'] } as never);
  setImmediate(end);
  await expect(made).rejects.toThrow('ended unexpectedly');
});

it('starts no successor once it is closed: whoever waits for an answer is told', async () => {
  const { host, end, started } = await withDeafWriter();
  const canceled = expect(host.interrupt('se_0000000000000001', 'cancel')).rejects.toThrow(
    'ended unexpectedly',
  );
  const closed = host.close();
  setImmediate(end);
  await Promise.all([canceled, closed]);
  expect(started()).toBe(1);
});
