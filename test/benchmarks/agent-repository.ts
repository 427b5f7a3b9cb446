import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addressOf, clientOf, openClient } from '../../server/api/client.test-support.ts';
import { createServer } from '../../server/app.ts';
import { startModelServer } from '../stand-ins/model-server.ts';
import { residentBytes, treeOf } from './watch-process.ts';

/**
 * `node test/benchmarks/agent-repository.ts [--pages 10000] [--repeat 5]`: agent jobs on a bare repository of that many
 * pages. Measures the time from the request that creates a job to the first request to the model server with an
 * existing mirror (the first job, which creates it, is reported separately), and the peak memory of the processes that
 * the server started.
 */
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '10000' }, repeat: { type: 'string', default: '5' } },
});
const FIRST_CALL_MS = 2000;
const MEMORY_BYTES = 300e6;

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-agent-repository-'));
const model = await startModelServer({ policy: () => ({ text: 'There is nothing to do.' }) });
const server = createServer(
  { dataFolder: path.join(work, 'data'), listener: { port: 0 } },
  { secrets: { keychain: null, env: {} } },
);
try {
  const repository = makeRepository(path.join(work, 'site.git'), Number(values.pages));
  const { url, descriptor } = await server.listen();
  const { contract } = await openClient(addressOf(url ?? ''), new URL(url ?? '').host, '');
  const owner = clientOf({ path: descriptor.socket }, 'offprint', descriptor.secret, contract);
  const send = async <T>(method: string, target: string, body: object): Promise<T> => {
    const answer = await owner.call(method, target, { body });
    if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.error}`);
    return answer.body as T;
  };
  const folder = path.join(work, 'site');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Start</title>');
  const origin = { kind: 'directory', folder };
  const { projectId } = await send<{ projectId: string }>('POST', '/v1/projects', {
    name: 'site',
    domains: ['site.example'],
    origin,
  });
  const { baseUrl } = model;
  await send('POST', '/v1/model-servers', {
    name: 'scripted',
    baseUrl,
    model: 'scripted',
    transport: 'native',
    windowTokens: 32_000,
  });
  await send('PATCH', `/v1/projects/${projectId}/agent`, { repository, modelServer: 'scripted' });

  let peakBytes = 0;
  const watch = setInterval(() => {
    const started = treeOf(process.pid).filter((pid) => pid !== process.pid);
    peakBytes = Math.max(peakBytes, residentBytes(started));
  }, 50);
  const times: number[] = [];
  for (let round = 0; round <= Number(values.repeat); round++) {
    const before = model.requests.length;
    const started = performance.now();
    const { id } = await send<{ id: string }>('POST', `/v2/agent/${projectId}/job`, {
      prompt: 'Look around.',
    });
    while (model.requests.length === before) await pause(2);
    times.push(Math.round(performance.now() - started));
    const job = `/v2/agent/${projectId}/job/${id}`;
    while (((await owner.call('GET', job)).body as { status: string }).status === 'active') await pause(20);
  }
  clearInterval(watch);
  const [first, ...later] = times;
  const median = later.toSorted((a, b) => a - b)[Math.floor(later.length / 2)] ?? Number.NaN;
  const megabytes = (peakBytes / 1e6).toFixed(0);
  console.log(
    `${values.pages} pages; the first job, which makes the mirror: ${first} ms to the first model call`,
  );
  console.log(`jobs after it: ${later.join(', ')} ms, median ${median} (bound ${FIRST_CALL_MS})`);
  console.log(`most memory of the server's processes: ${megabytes} MB (bound ${MEMORY_BYTES / 1e6})`);
  process.exitCode = median < FIRST_CALL_MS && peakBytes < MEMORY_BYTES ? 0 : 1;
} finally {
  await server.close();
  await model.close();
  fs.rmSync(work, { recursive: true, force: true });
}

function makeRepository(bare: string, pages: number): string {
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  const text = `${'A paragraph that says something about one thing at a time. '.repeat(60)}\n`;
  const files = Array.from({ length: pages }, (_, page) => {
    const content = `# Page ${page}\n\n${text}`;
    return `M 100644 inline part-${page % 100}/page-${page}.md\ndata ${content.length}\n${content}`;
  });
  const head = 'commit refs/heads/main\ncommitter W <w@example.test> 1700000000 +0000\ndata 1\nx\n';
  const input = `${head}${files.join('')}`;
  execFileSync('git', ['--git-dir', bare, 'fast-import', '--quiet', '--force'], {
    input,
    maxBuffer: 2 ** 30,
  });
  return bare;
}
