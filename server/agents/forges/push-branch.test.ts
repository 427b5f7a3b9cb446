import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openGit } from '../workspace/git.ts';
import { scratchFolder } from '../workspace/repository.test-support.ts';
import { mayPass } from './push-branch.ts';

it('what git says of a forge that does not answer in time may pass, a refusal does not', async () => {
  const scratch = scratchFolder('push-branch');
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const git = await openGit({ folder: scratch });
    const asked = git.run('listRemote', [`http://127.0.0.1:${port}/docs.git`], {
      repository: scratch,
      timeoutMs: 300,
    });
    const error = await asked.catch((fault: Error) => fault);
    expect(error).toBeInstanceOf(Error);
    expect(mayPass((error as Error).message)).toBe(true);
    expect(mayPass('remote: the branch is protected')).toBe(false);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
