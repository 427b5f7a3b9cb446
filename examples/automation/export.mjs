#!/usr/bin/env node
// Exports a documentation site with a running Offprint, fetches the bundle, compares it and unpacks it.
//
//   OFFPRINT_URL=http://127.0.0.1:4750 OFFPRINT_API_KEY=offp_… DOMAIN=docs.example.com node export.mjs [FOLDER]
//
// README.md beside this file tells what it leaves in FOLDER, the further settings, and the exit codes.
// Needs Node 20 or newer, and tar (unzip where the setting apiBundleFormat is zip; Windows: the tar that comes with it).
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

class Failure extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const say = (line) => process.stderr.write(`${line}\n`);
const setting = (name, otherwise) => process.env[name] || otherwise;
const retryForMs = Number(setting('RETRY_FOR', 300)) * 1000;
const giveUpAfterMs = Number(setting('GIVE_UP_AFTER', 1800)) * 1000;
const pollEveryMs = Number(setting('POLL_EVERY', 5)) * 1000;

async function main() {
  for (const name of ['OFFPRINT_URL', 'OFFPRINT_API_KEY', 'DOMAIN']) {
    if (!process.env[name]) throw new Failure(2, `Set ${name}. The first lines of this script show how.`);
  }
  if (!URL.canParse(process.env.OFFPRINT_URL)) throw new Failure(2, 'OFFPRINT_URL is not a URL.');
  if (!/^\w+$/.test(process.env.OFFPRINT_API_KEY)) {
    throw new Failure(2, 'OFFPRINT_API_KEY does not contain a valid API key. Copy the whole key again.');
  }
  const folder = path.resolve(process.argv[2] ?? '.');
  fs.mkdirSync(folder, { recursive: true });

  const jobId = await start();
  await untilCompleted(jobId);
  const archive = await download(folder, () => link(jobId, folder));
  const site = unpack(archive);
  say(`The bundle is ${archive}, its pages are in:`);
  console.log(site);
}

const jobs = () => `${process.env.OFFPRINT_URL.replace(/\/+$/, '')}/v1/static-export/jobs`;

/** The same Idempotency-Key gives the same job, however often the request is sent. */
async function start() {
  const { DOMAIN: domain, VERSION: version } = process.env;
  const { jobId } = await call('POST', jobs(), {
    headers: {
      'content-type': 'application/json',
      'idempotency-key': setting('IDEMPOTENCY_KEY', randomUUID()),
    },
    body: JSON.stringify({ domain, ...(version && { version }) }),
  });
  say(`The export ${jobId} of ${domain} is queued.`);
  return jobId;
}

async function untilCompleted(jobId) {
  const giveUpAt = Date.now() + giveUpAfterMs;
  for (let last = ''; ; await sleep(pollEveryMs)) {
    const { status, progress, pageCount, error } = await call('GET', `${jobs()}/${jobId}`);
    if (status === 'completed') return;
    if (status === 'failed') throw new Failure(3, `The export ${jobId} failed: ${error ?? 'no reason is given'}`);
    const line = `${status}, ${Math.floor(progress)} %, ${pageCount} pages`;
    if (line !== last) say(line);
    last = line;
    if (Date.now() >= giveUpAt) {
      const seconds = giveUpAfterMs / 1000;
      throw new Failure(8, `Gave up: the export ${jobId} is ${status} after ${seconds} s. It continues on the server.`);
    }
  }
}

/** Asks for a link. bundle.json is what a rollout reads. */
async function link(jobId, folder) {
  const bundle = await call('POST', `${jobs()}/${jobId}/bundle`);
  const file = path.join(folder, 'bundle.json');
  fs.writeFileSync(`${file}.part`, `${JSON.stringify(bundle, null, 2)}\n`);
  fs.renameSync(`${file}.part`, file);
  return bundle;
}

/**
 * Fetches what a link leads to. What has arrived is kept, under the digest of the whole, so that it goes on where it
 * broke off: in this run or in the next.
 */
async function download(folder, freshLink) {
  let bundle = await freshLink();
  const name = path.posix.basename(new URL(bundle.bundleUrl).pathname);
  if (!/^\w[\w.-]*$/.test(name)) throw new Failure(8, `The bundle has a name that is not safe to use: ${name}`);
  const part = path.join(folder, `.${bundle.sha256}.part`);
  const sizeOf = () => fs.statSync(part, { throwIfNoEntry: false })?.size ?? 0;

  const patience = newPatience();
  while (sizeOf() < bundle.sizeBytes) {
    const had = sizeOf();
    const { status, trouble } = await fetchRest(bundle.bundleUrl, part, had);
    if (sizeOf() > had) patience.renew();
    if (!trouble) continue;
    if (status === 404) throw new Failure(2, 'The bundle has been deleted.');
    const why = `The download stopped at ${sizeOf()} of ${bundle.sizeBytes} bytes: ${trouble}`;
    await patience.wait(status === 403 ? 'The link has expired, so a new one is needed.' : why);
    if (status === 403) bundle = await freshLink(); // to the same bytes: a job has one bundle
  }
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(part), hash);
  if (hash.digest('hex') !== bundle.sha256) {
    fs.rmSync(part);
    throw new Failure(6, 'The download is damaged: its SHA-256 does not match the bundle. Nothing was kept. Run this again.');
  }
  const archive = path.join(folder, name);
  fs.renameSync(part, archive);
  return archive;
}

/** Adds to a file what comes after its first bytes. A connection that is silent for a minute is given up. */
async function fetchRest(url, part, had) {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(new Error('nothing came for 60 s')), 60_000);
  let status;
  try {
    const answer = await fetch(url, { headers: had > 0 ? { range: `bytes=${had}-` } : {}, signal: silent.signal });
    ({ status } = answer);
    if (!answer.ok) {
      await answer.body?.cancel();
      return { status, trouble: `the server answered ${status}` };
    }
    // Whatever stands between and does not know parts sends the whole again: 200.
    const file = fs.openSync(part, status === 206 ? 'a' : 'w');
    try {
      for await (const chunk of answer.body) {
        timer.refresh();
        fs.writeFileSync(file, chunk);
      }
    } finally {
      fs.closeSync(file);
    }
    return { status };
  } catch (error) {
    return { status, trouble: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Unpacks beside the archive; the folder appears when it is whole. */
function unpack(archive) {
  const site = archive.replace(/(\.zip|\.tar\.gz)$/, '');
  const unpacking = fs.mkdtempSync(path.join(path.dirname(archive), '.offprint.'));
  try {
    const [program, ...options] =
      process.platform === 'win32' || archive.endsWith('.tar.gz')
        ? ['tar', '-xf', archive, '-C', unpacking]
        : ['unzip', '-q', archive, '-d', unpacking];
    const { status, error, stderr } = spawnSync(program, options, { encoding: 'utf8' });
    if (status !== 0) throw new Failure(6, `${archive} cannot be unpacked: ${error?.message ?? stderr.trim()}`);
    fs.rmSync(site, { recursive: true, force: true });
    fs.chmodSync(unpacking, 0o755);
    fs.renameSync(unpacking, site);
  } finally {
    fs.rmSync(unpacking, { recursive: true, force: true });
  }
  return site;
}

/**
 * The JSON that a call answers. Repeats it while the server is away or asks to wait, which is safe for every request
 * of this script.
 */
async function call(method, url, { headers, body } = {}) {
  const patience = newPatience();
  for (;;) {
    const { status, told, after, trouble } = await answerOf(method, url, headers, body);
    if (status >= 200 && status < 300) {
      if (typeof told === 'object' && told !== null) return told;
      throw new Failure(8, 'The response is not JSON. Does OFFPRINT_URL point to Offprint?');
    }
    const why = trouble ?? told?.error ?? `The server answered ${status}.`;
    const passes = [undefined, 429, 502, 503, 504].includes(status) || (status === 409 && after !== undefined);
    if (!passes) throw new Failure(2, why);
    await patience.wait(why, after);
  }
}

async function answerOf(method, url, headers, body) {
  try {
    const answer = await fetch(url, {
      method,
      body,
      headers: { authorization: `Bearer ${process.env.OFFPRINT_API_KEY}`, ...headers },
      signal: AbortSignal.timeout(120_000),
    });
    const after = /^\d+$/.exec(answer.headers.get('retry-after') ?? '')?.[0];
    const text = await answer.text();
    return { status: answer.status, told: parsed(text), after: after && Number(after) };
  } catch (error) {
    return { trouble: `The server cannot be reached: ${reasonOf(error)}` };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits longer from time to time, and gives up when nothing went well for too long. */
function newPatience() {
  let until = Date.now() + retryForMs;
  let seconds = 1;
  return {
    renew: () => {
      until = Date.now() + retryForMs;
      seconds = 1;
    },
    wait: async (why, after = seconds) => {
      if (Date.now() + after * 1000 > until) throw new Failure(8, `Gave up: ${why}`);
      say(`${why} (next try in ${after} s)`);
      seconds = Math.min(seconds * 2, 16);
      await sleep(after * 1000);
    },
  };
}

/** fetch tells what happened as the cause of its error. */
function reasonOf(error) {
  return error.cause?.message || error.cause?.code || error.message;
}

main().catch((error) => {
  say(`export.mjs: ${error.message}`);
  process.exitCode = error instanceof Failure ? error.code : 1;
});
