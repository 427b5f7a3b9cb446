import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { readArchive } from '../../server/bundles/read.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import type { Report } from '../../server/exports/report/report.ts';
import { CACHE } from './prepare.ts';

export type Exported = Readonly<{
  bundle: string;
  files: ReadonlySet<string>;
  report: Report;
  seconds: number;
}>;

const PROGRAM = path.resolve(import.meta.dirname, '../../server/cli/main.js');

/**
 * Exports a site by the command line, into a data folder of its own.
 * @param source a folder or an address
 * @throws Error with what the command line said when it ended otherwise than well and left no report
 */
export async function exportSite(source: string, label: string, sampleMax: number): Promise<Exported> {
  const folder = path.join(CACHE, 'exports', label);
  fs.rmSync(folder, { recursive: true, force: true });
  const data = path.join(folder, 'data');
  const bundle = path.join(folder, 'bundle.zip');
  fs.mkdirSync(data, { recursive: true, mode: 0o700 });
  fs.mkdirSync(testCacheFolder, { recursive: true, mode: 0o700 });
  fs.symlinkSync(testCacheFolder, path.join(data, 'browser')); // unpacked once for a computer
  const options = [
    ...['--on-verification-failure', 'report', '--allow-missing', '--sample-max', String(sampleMax)],
    // The machine may have other work.
    ...['--render-max-ms', '180000', '--sample-max-ms', '300000'],
  ];
  const started = performance.now();
  const said = await run([
    'export',
    source,
    '--out',
    bundle,

    '--data',
    data,
    '--json',
    ...options,
  ]);
  const seconds = (performance.now() - started) / 1000;
  const [job] = fs.existsSync(path.join(data, 'exports')) ? fs.readdirSync(path.join(data, 'exports')) : [];
  if (job === undefined || !fs.existsSync(bundle)) throw new Error(said);
  const report = JSON.parse(
    fs.readFileSync(path.join(data, 'exports', job, 'report.json'), 'utf8'),
  ) as Report;
  const files = new Set<string>();
  for await (const { path: file } of readArchive(bundle)) files.add(file);
  return { bundle, files, report, seconds };
}

async function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => child.once('close', resolve));
  return Buffer.concat(chunks).toString('utf8');
}
