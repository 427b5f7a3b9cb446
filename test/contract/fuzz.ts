import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { addressOf, type Client, clientOf, openClient } from '../../server/api/client.test-support.ts';
import type { Operation } from '../../server/api/contract.test-support.ts';
import type { publication } from '../../server/api/publication-schemas.ts';
import type { Connection, RawResponse } from '../../server/api/raw-http.test-support.ts';
import type { receivedBundle } from '../../server/api/received-schemas.ts';
import type { createdAdminKey, exportJob, linkKeyList, project } from '../../server/api/schemas.ts';
import { createServer } from '../../server/app.ts';
import { makeBareRepository } from '../stand-ins/bare-repository.ts';
import { builtPorts } from '../stand-ins/built.ts';
import { POLICY_SITE, policies } from '../stand-ins/model-policies.ts';
import { type ModelStandIn, startModelServer } from '../stand-ins/model-server.ts';
import { type Random, seededRandom } from './random.ts';
import { type Pool, TEXTS, type Values, valuesFrom } from './values.ts';

/**
 * `node test/contract/fuzz.ts [--requests 20000] [--seed 1] [--jobs 300]`: sends valid, nearly valid and random
 * requests, generated from the API description, to a server whose store is full of jobs, with a repository and a model
 * server for agent jobs. Each response is checked against the description; none may be a server error.
 */
export type FuzzReport = Readonly<{
  requests: number;
  /** Number of responses by status. */
  statuses: Readonly<Record<number, number>>;
  /** Number of successes by operation. */
  successes: Readonly<Record<string, number>>;
  /** Faults, each with the request that caused it. */
  faults: readonly string[];
}>;

export type FuzzOptions = Readonly<{ requests: number; seed: number; jobs: number }>;

const CONNECTIONS = 4;
/** The diagnosis starts a browser, which is unpacked first. */
const PATIENCE_MS = 60_000;
const FAULTS_MAX = 10;
/** Changes after which every request would be refused are undone every so many requests. */
const RIGHTEN_EVERY = 50;
const DOMAINS = ['docs.example', 'docs2.example'];

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-fuzz-'));
  const log: string[] = [];
  const secretFile = path.join(work, 'master');
  fs.writeFileSync(secretFile, randomBytes(48).toString('base64'), { mode: 0o600 });
  const server = createServer(
    { dataFolder: path.join(work, 'data'), listener: { port: 0 } },
    { host: builtPorts, log: (line) => log.push(line), secrets: { keychain: null, secretFile } },
  );
  const model = await startModelServer({ ...(policies.happy && { policy: policies.happy }) });
  try {
    const { url, descriptor } = await server.listen();
    const address = addressOf(url ?? '');
    const open = await openClient(address, new URL(url ?? '').host, '');
    const owner = clientOf({ path: descriptor.socket }, 'offprint', descriptor.secret, open.contract);
    const stock = await fill(owner, work, options.jobs, model);
    const client = clientOf(address, open.authority, stock.key, open.contract);
    const report = await run(client, owner, stock, options);
    const faults = log.filter((line) => /^[A-Z]+ \//.test(line));
    return { ...report, faults: [...report.faults, ...faults] };
  } finally {
    await server.close();
    await model.close();
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** A key, values for requests, and state to restore regularly: path and body of PATCH or POST. */
type Stock = Readonly<{
  key: string;
  pool: Pool;
  right: readonly (readonly [method: string, target: string, body: object])[];
}>;

/** Fills a store with jobs of every kind, and returns values for requests. */
async function fill(owner: Client, work: string, jobs: number, model: ModelStandIn): Promise<Stock> {
  const call = async <T>(method: string, target: string, body?: unknown): Promise<T> => {
    const answer = await owner.call(method, target, { body });
    if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.error}`);
    return answer.body as T;
  };
  const site = path.join(work, 'site');
  fs.mkdirSync(site);
  fs.writeFileSync(
    path.join(site, 'index.html'),
    '<!doctype html><title>Start</title><a href="a.html">a</a>',
  );
  fs.writeFileSync(
    path.join(site, 'a.html'),
    `<!doctype html><title>A</title>${randomBytes(1000).toString('hex')}`,
  );
  const free = Array.from({ length: 30 }, (_, index) => ({
    folder: path.join(work, `folder-${index}`),
    domain: `docs-${index}.example`,
  }));
  for (const { folder } of free) fs.mkdirSync(folder);
  await call('PATCH', '/v1/settings', { directoryRoots: [work], targetRoots: [work] });
  const makeProject = async (folder: string, domains: string[]): Promise<string> => {
    const origin = { kind: 'directory', folder };
    const settings = { sampleMin: 0, sampleMax: 0 };
    const body = { name: domains[0], domains, origin, settings };
    return (await call<z.infer<typeof project>>('POST', '/v1/projects', body)).projectId;
  };
  const projectId = await makeProject(site, DOMAINS);
  const spareProjects: string[] = [];
  for (const { folder, domain } of free.slice(0, 10)) spareProjects.push(await makeProject(folder, [domain]));
  const make = async (scope: string): Promise<z.infer<typeof createdAdminKey>> =>
    call('POST', '/v1/keys', { name: scope, scopes: [scope] });
  const { key } = await make('admin');
  const others = [await make('read'), await make('write'), await make('admin')];

  const ids: string[] = [];
  const start = async (body: object = {}): Promise<string> =>
    (
      await call<z.infer<typeof exportJob>>('POST', '/v1/static-export/jobs', {
        domain: 'docs.example',
        ...body,
      })
    ).jobId;
  for (let index = 0; index < jobs; index++) {
    ids.push(await start(index % 4 === 0 ? { paths: ['/absent.html'] } : { version: `v${index}` }));
    if (index === Math.floor(jobs / 3)) {
      await untilRunThrough(ids.at(-1) ?? '');
      await call('POST', '/v1/static-export/queue/pause');
    }
    if (index > jobs / 3 && index % 7 === 0)
      await call('POST', `/v1/static-export/jobs/${ids.at(-1)}/cancel`);
    if (index > jobs / 3 && index % 7 === 1) await call('POST', `/v1/static-export/jobs/${ids.at(-1)}/pause`);
  }
  const repository = makeBareRepository(work, POLICY_SITE);
  const modelServer = {
    baseUrl: model.baseUrl,
    model: 'scripted',
    transport: 'native',
    windowTokens: 32_000,
  };
  const spareNames = ['spare-1', 'spare-2', 'spare-3'];
  for (const name of ['scripted', ...spareNames])
    await call('POST', '/v1/model-servers', { name, ...modelServer });
  const agentSettings = { repository, modelServer: 'scripted', forge: null };
  await call('PATCH', `/v1/projects/${projectId}/agent`, agentSettings);
  const agentJobs: string[] = [];
  for (let index = 0; index < 4; index++) {
    const { id } = await call<{ id: string }>('POST', `/v2/agent/${projectId}/job`, {
      prompt: 'npm install',
    });
    await untilAgentEnded(id);
    agentJobs.push(id);
  }
  const targets: string[] = [];
  for (const name of ['cdn', 'spare-1', 'spare-2']) {
    const folder = path.join(work, name);
    fs.mkdirSync(folder);
    const target = { name, settings: { kind: 'folder', path: folder } };
    targets.push((await call<{ targetId: string }>('POST', '/v1/targets', target)).targetId);
  }
  const publications: string[] = [];
  const receivedIds: string[] = [];
  for (const index of [1, 2, 3]) {
    const order = { targetId: targets[0], jobId: ids[index] };
    const { publicationId } = await call<{ publicationId: string }>('POST', '/v1/publications', order);
    await untilPublished(publicationId);
    publications.push(publicationId);
    const release = { path: path.join(work, 'cdn', 'releases', `v${index}`) };
    const { receivedId } = await call<{ receivedId: string }>('POST', '/v1/received', release);
    await untilReceived(receivedId);
    receivedIds.push(receivedId);
  }
  const fingerprints: string[] = [];
  for (const name of ['partner', 'spare-1', 'spare-2']) {
    const key = { name, publicKey: newPublicKey() };
    fingerprints.push((await call<{ fingerprint: string }>('POST', '/v1/trust/keys', key)).fingerprint);
  }
  // Later exports fail at once: the fuzz is about the API.
  fs.rmSync(site, { recursive: true });
  const { bundleUrl } = await call<{ bundleUrl: string }>('POST', `/v1/static-export/jobs/${ids[1]}/bundle`);
  const { linkKeys } = await call<z.infer<typeof linkKeyList>>('POST', '/v1/link-keys');
  const link = new URL(bundleUrl);
  const [, , jobOfLink = '', file = ''] = link.pathname.split('/');
  return {
    key,
    pool: {
      jobId: [...ids, ...Array.from({ length: jobs / 10 }, () => jobOfLink)],
      spareJobId: ids.filter((id) => id !== jobOfLink).slice(-jobs / 3),
      spareProjectId: spareProjects,
      base: ids,
      file: [file],
      projectId: [projectId],
      keyId: others.map((other) => other.keyId),
      spareLinkKeyId: linkKeys.slice(1).map(({ linkKeyId }) => linkKeyId),
      domain: [...DOMAINS, ...DOMAINS, 'unknown.example'],
      domains: free.slice(10).map(({ domain }) => domain),
      folder: free.slice(10).map(({ folder }) => folder),
      path: [link.pathname + link.search],
      id: agentJobs,
      name: ['scripted', 'docs'],
      spareName: spareNames,
      baseUrl: [model.baseUrl],
      repository: [repository],
      modelServer: ['scripted'],
      targetId: targets.slice(0, 1),
      spareTargetId: targets.slice(1),
      publishTo: targets.slice(0, 1),
      publicationId: publications,
      cron: ['30 2 * * *', '0 3 1 1 *'],
      timeZone: ['UTC', 'Europe/Berlin'],
      // Retention rules that delete little: other operations need the jobs.
      keepLast: [50_000],
      keepDays: [3650],
      receivedId: receivedIds,
      fingerprint: fingerprints.slice(0, 1),
      spareFingerprint: fingerprints.slice(1),
      publicKey: [newPublicKey(), newPublicKey(), newPublicKey()],
      ...Object.fromEntries(link.searchParams),
    },
    right: [
      [
        'PATCH',
        '/v1/settings',
        {
          exportStartsPerHour: null,
          organizationStartsPerHour: null,
          exportConcurrency: null,
          queuePaused: true,
          publicUrl: null,
          retentionKeepLast: null,
          retentionKeepDays: null,
          retentionDeltaDays: null,
          retentionReceivedDays: null,
        },
      ],
      ['POST', `/v1/projects/${projectId}/retention`, { own: null }],
      ['POST', `/v1/projects/${projectId}/schedule`, { cron: '0 3 1 1 *', timeZone: 'UTC' }],
      ['PATCH', '/v1/organization', { plan: 'enterprise' }],
      ['PATCH', `/v1/projects/${projectId}`, { domains: DOMAINS }],
      ['POST', '/v1/model-servers', { name: 'scripted', ...modelServer }],
      ['PATCH', `/v1/projects/${projectId}/agent`, agentSettings],
    ],
  };

  async function untilPublished(publicationId: string): Promise<void> {
    for (;;) {
      const target = `/v1/publications/${publicationId}`;
      const { status, error } = await call<z.infer<typeof publication>>('GET', target);
      if (status === 'completed') return;
      if (status === 'failed') throw new Error(`a publication of the fuzz failed: ${error}`);
      await pause(20);
    }
  }

  async function untilReceived(receivedId: string): Promise<void> {
    for (;;) {
      const target = `/v1/received/${receivedId}`;
      const { status, error, verification } = await call<z.infer<typeof receivedBundle>>('GET', target);
      if (status === 'waiting') return;
      if (status !== 'receiving') {
        throw new Error(`what the fuzz received is ${status}: ${error ?? JSON.stringify(verification)}`);
      }
      await pause(20);
    }
  }

  async function untilAgentEnded(id: string): Promise<void> {
    for (;;) {
      const { status } = await call<{ status: string }>('GET', `/v2/agent/${projectId}/job/${id}`);
      if (status === 'completed') return;
      if (status !== 'active') throw new Error(`an agent job of the fuzz is ${status}`);
      await pause(20);
    }
  }

  async function untilRunThrough(jobId: string): Promise<void> {
    for (;;) {
      const { status } = await call<z.infer<typeof exportJob>>('GET', `/v1/static-export/jobs/${jobId}`);
      if (status === 'completed' || status === 'failed') return;
      await pause(20);
    }
  }
}

function newPublicKey(): string {
  return generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

async function run(
  client: Client,
  owner: Client,
  { pool, right }: Stock,
  options: FuzzOptions,
): Promise<FuzzReport> {
  const random = seededRandom(options.seed);
  const { operations, description } = client.contract;
  const values = valuesFrom(random, pool, description.components.schemas);
  const statuses: Record<number, number> = {};
  const successes = Object.fromEntries(operations.map(({ operationId }) => [operationId, 0]));
  const faults: string[] = [];
  let sent = 0;

  const worker = async (): Promise<void> => {
    let connection: Connection | undefined;
    while (sent < options.requests && faults.length < FAULTS_MAX) {
      if (sent++ % RIGHTEN_EVERY === 0) await righten(owner, right);
      const request = requestFor(client, random, values, pool);
      const isFresh = connection === undefined;
      connection ??= await client.connect();
      try {
        connection.write(request.bytes);
        const { response, isReusable } = await answerTo(connection, request.method).catch(async (error) => {
          // An idle connection may have been closed while the request was on its way (RFC 9112 §9.3.1).
          if (isFresh || !String(error).endsWith('answer: ""')) throw error;
          connection = await client.connect();
          connection.write(request.bytes);
          return answerTo(connection, request.method);
        });
        if (!isReusable) {
          connection.destroy();
          connection = undefined;
        }
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (response.status >= 500) throw new Error(`answered ${response.status}: ${response.body}`);
        if (request.isHttp) {
          const { method, target } = request;
          client.contract.check({ method, target, response });
        }
        if (response.status < 400 && request.operation) {
          const { operationId } = request.operation;
          successes[operationId] = (successes[operationId] ?? 0) + 1;
        }
      } catch (error) {
        const shown = JSON.stringify(request.bytes.toString('latin1').slice(0, 600));
        faults.push(`${error instanceof Error ? error.message : error}\n  request ${sent}: ${shown}`);
        connection?.destroy();
        connection = undefined;
      }
    }
    connection?.destroy();
  };

  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return { requests: sent, statuses, successes, faults };
}

async function righten(owner: Client, right: Stock['right']): Promise<void> {
  for (const [method, target, body] of right) {
    const { status, error } = await owner.call(method, target, { body });
    // 409: a project that was created by chance already has one of the domains.
    if (status >= 300 && status !== 409) throw new Error(error);
  }
}

/** Reads the next response; of an event stream only the beginning, after which the connection cannot be reused. */
async function answerTo(
  connection: Connection,
  method: string,
): Promise<{ response: RawResponse; isReusable: boolean }> {
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(patience);
  }

  async function read(): Promise<{ response: RawResponse; isReusable: boolean }> {
    const head = await connection.head();
    const isStream = (head.headers['content-type'] ?? '').startsWith('text/event-stream');
    if (isStream && method !== 'HEAD')
      return { response: { ...head, body: Buffer.alloc(0) }, isReusable: false };
    const body: Buffer[] = [];
    for await (const piece of connection.pieces(head, method)) body.push(piece);
    const isReusable = head.headers.connection !== 'close';
    return { response: { ...head, body: Buffer.concat(body) }, isReusable };
  }
}

type Request = Readonly<{
  method: string;
  target: string;
  bytes: Buffer;
  operation: Operation | undefined;
  /** False for requests that are not valid HTTP: their response belongs to no operation. */
  isHttp: boolean;
}>;

function requestFor(client: Client, random: Random, values: Values, pool: Pool): Request {
  const { pick, chance } = random;
  const { operations } = client.contract;
  const operation = chance(0.95) ? pick(operations) : undefined;
  let method = operation?.method ?? pick(METHODS);
  if (chance(0.05)) method = pick(METHODS);
  const target = operation ? targetOf(operation, method, random, values, pool) : wildTarget(random);
  const headers = headersOf(operation, random, values);
  const takesBody = operation?.body !== undefined ? 0.95 : 0.1;
  let body: string | Buffer | undefined;
  if (method !== 'CONNECT' && chance(takesBody)) {
    body = bodyOf(operation, random, values);
    if (headers['content-type'] === undefined && chance(0.95)) headers['content-type'] = 'application/json';
  }
  const key = chance(0.97) ? undefined : pick([null, 'offp_x', 'ä', '']);
  let bytes = client.requestBytes(method, target, { key, body, headers });
  const isHttp = !chance(0.01);
  if (!isHttp) bytes = garbled(bytes, random);
  return { method, target, bytes, operation: isHttp ? operation : undefined, isHttp };
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'BREW',
];

/** Deletions use separate objects, because the other operations need theirs. */
const SPARE: Readonly<Record<string, string>> = {
  '/v1/static-export/jobs/{jobId}': 'spareJobId',
  '/v1/projects/{projectId}': 'spareProjectId',
  '/v1/link-keys/{linkKeyId}': 'spareLinkKeyId',
  '/v1/model-servers/{name}': 'spareName',
  '/v1/targets/{targetId}': 'spareTargetId',
  '/v1/trust/keys/{fingerprint}': 'spareFingerprint',
};

function targetOf(operation: Operation, method: string, random: Random, values: Values, pool: Pool): string {
  const { pick, chance } = random;
  const spare = method === 'DELETE' ? SPARE[operation.path] : undefined;
  if (operation.operationId === 'downloadBundle' && chance(0.5)) return String(pick(pool.path ?? ['/']));
  const inPath = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = chance(0.9) ? values.valid({ type: 'string' }, spare ?? name) : pick(TEXTS);
    return encoded(String(value).slice(0, 2000), random) || 'x';
  });
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || chance(0.35)))
    .map(({ name, schema }) => {
      const value = chance(0.7) ? values.valid(schema, name) : values.nearlyValid(schema, name);
      return `${name}=${encoded(asText(value), random)}`;
    });
  if (chance(0.03))
    pairs.push(`${encoded(pick(TEXTS).slice(0, 50), random)}=${encoded(pick(TEXTS), random)}`);
  if (chance(0.02) && pairs[0] !== undefined) pairs.push(pairs[0]);
  return pairs.length > 0 ? `${inPath}?${pairs.join('&')}` : inPath;
}

function wildTarget(random: Random): string {
  const { pick, chance, below } = random;
  const parts = [
    'v1',
    'v2',
    'static-export',
    'jobs',
    'keys',
    'bundles',
    'agent',
    '..',
    '.',
    '',
    '%2f',
    'healthz',
  ];
  const length = 1 + below(5);
  const target = `/${Array.from({ length }, () => (chance(0.8) ? pick(parts) : encoded(pick(TEXTS), random))).join('/')}`;
  return chance(0.2) ? `${target}?${encoded(pick(TEXTS), random)}` : target;
}

/** Text for a request line: percent-encoded in one way or another, sometimes wrongly. */
function encoded(text: string, random: Random): string {
  const proper = encodeURIComponent(text.toWellFormed());
  if (random.chance(0.9)) return proper;
  return random.pick([
    printable(text).replaceAll(' ', '%20'),
    proper.replaceAll('%', '%25'),
    proper.toLowerCase(),
    `${proper}%`,
    `${proper}%f`,
    `${proper}%ff%fe`,
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  ]);
}

function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, 3000);
}

function headersOf(
  operation: Operation | undefined,
  random: Random,
  values: Values,
): Record<string, string | string[]> {
  const { pick, chance } = random;
  const headers: Record<string, string | string[]> = {};
  for (const { name, schema } of operation?.parameters.filter((parameter) => parameter.in === 'header') ??
    []) {
    if (chance(0.2)) headers[name.toLowerCase()] = headerText(asText(values.valid(schema, name)));
  }
  const extra: Readonly<Record<string, () => string | string[]>> = {
    accept: () => pick(['text/html', '*/*', 'application/xml', ',', '']),
    'content-type': () =>
      pick(['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', ';', '']),
    'content-encoding': () => pick(['gzip', 'identity', '']),
    'idempotency-key': () => pick(['a', 'b', 'c', 'x'.repeat(256), '', 'ü']),
    'last-event-id': () => pick(['0', '5', '999999999999999', '-1', 'x', '1e3']),
    range: () => pick(['bytes=0-1', 'bytes=1-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-2', 'x', '']),
    'if-none-match': () => pick(['*', '"x"', 'W/"x"', ',,', '']),
    'if-match': () => pick(['*', '"x"', '']),
    'if-range': () => pick(['"x"', 'Sat, 01 Jan 2022 00:00:00 GMT', '']),
    'if-modified-since': () => pick(['Sat, 01 Jan 2022 00:00:00 GMT', 'yesterday']),
    origin: () => pick(['null', 'https://evil.example', '']),
    'sec-fetch-site': () => pick(['cross-site', 'none', 'same-origin', '']),
    host: () => pick(['evil.example', '', 'localhost', 'a, b', '[::1']),
    'x-forwarded-for': () => pick(['1.2.3.4', '::1']),
    'x-http-method-override': () => 'DELETE',
    expect: () => pick(['100-continue', 'tea']),
    cookie: () => 'a=b',
    upgrade: () => 'h2c',
    'accept-encoding': () => pick(['gzip', 'br;q=x', '*;q=0']),
    'x-long': () => 'x'.repeat(random.below(20_000)),
  };
  while (chance(0.15)) {
    const name = pick(Object.keys(extra));
    headers[name] = extra[name]?.() ?? '';
  }
  return headers;
}

function headerText(text: string): string {
  return printable(text).slice(0, 500);
}

/** Its UTF-8 bytes as characters, without those that would end a line or a request. */
function printable(text: string): string {
  const bytes = Buffer.from(text).filter((byte) => byte >= 0x20 && byte !== 0x7f);
  return Buffer.from(bytes).toString('latin1');
}

function bodyOf(operation: Operation | undefined, random: Random, values: Values): string | Buffer {
  const { chance, pick, below } = random;
  const schema = operation?.body?.schema;
  if (schema && chance(0.55)) return JSON.stringify(values.valid(schema));
  if (schema && chance(0.7)) return JSON.stringify(values.nearlyValid(schema));
  if (chance(0.6)) return JSON.stringify(values.wild() ?? null);
  const text = JSON.stringify(schema ? values.valid(schema) : values.wild()) ?? '';
  return pick([
    () => text.slice(0, below(text.length + 1)),
    () => `${text}${text}`,
    () => text.replace(/\d+/, '1e999'),
    () => `\ufeff${text}`,
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from([0xff, 0xfe, ...Buffer.from(text)]),
    () => '['.repeat(below(50_000)),
    () => '{"a":'.repeat(below(10_000)),
    () => `"${'\\u0000'.repeat(below(1000))}"`,
    () => 'x'.repeat(below(100_000)),
    () => '',
  ])();
}

/** The same with some bytes that are invalid in the head. */
function garbled(bytes: Buffer, { below, pick }: Random): Buffer {
  const at = below(Math.min(bytes.length, 60));
  const rubbish = Buffer.from(pick(['\0', '\x7f', '\u00ff', ' ', ':', '\r', '\t\t', 'HTTP/9.9']), 'latin1');
  // The server would wait for the end of an incomplete head until it times out.
  return Buffer.concat([bytes.subarray(0, at), rubbish, bytes.subarray(at), Buffer.from('\r\n\r\n')]);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '300' },
    },
  });
  const from = performance.now();
  const report = await fuzz({
    requests: Number(values.requests),
    seed: Number(values.seed),
    jobs: Number(values.jobs),
  });
  const seconds = (performance.now() - from) / 1000;
  process.stdout.write(`${report.requests} requests, seed ${values.seed}, ${seconds.toFixed(0)} s\n`);
  process.stdout.write(`answers by status: ${JSON.stringify(report.statuses)}\n`);
  process.stdout.write(`successes by operation: ${JSON.stringify(report.successes)}\n`);
  process.stdout.write(report.faults.length === 0 ? 'No fault.\n' : `${report.faults.join('\n')}\n`);
  process.exitCode = report.faults.length === 0 ? 0 : 1;
}
