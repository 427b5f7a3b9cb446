import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

/**
 * `node scripts/compare-bundles.ts --checkout <folder> [--checkout <folder>…] <site>…`: exports each site (a folder)
 * with each checkout of this repository, in turn, and prints the SHA-256 of the bundles side by side. Exits with 1 if
 * an export made no bundle or two checkouts made different ones. Use it to compare a change that must keep every byte
 * with the commit before it. The checkouts need their node_modules.
 */
const { values, positionals: sites } = parseArgs({
  options: { checkout: { type: 'string', multiple: true, default: [path.join(import.meta.dirname, '..')] } },
  allowPositionals: true,
});
if (sites.length === 0) {
  process.stderr.write(
    'Name at least one site: node scripts/compare-bundles.ts --checkout ../before examples/handbook\n',
  );
  process.exit(1);
}

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-compare-'));
try {
  print(['site', ...values.checkout]);
  print(['---', ...values.checkout.map(() => '---')]);
  for (const site of sites) {
    const digests = values.checkout.map((checkout) => digestOf(path.resolve(checkout), path.resolve(site)));
    print([site, ...digests.map((digest) => digest ?? 'failed')]);
    if (digests.includes(undefined) || new Set(digests).size > 1) process.exitCode = 1;
  }
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
process.stdout.write(process.exitCode === 1 ? '\nNot the same.\n' : '\nAll the same.\n');

/** Returns the hex SHA-256 of a site's bundle; undefined if the export made none and has printed the reason. */
function digestOf(checkout: string, site: string): string | undefined {
  const folder = fs.mkdtempSync(path.join(work, 'export-'));
  const bundle = path.join(folder, 'bundle.zip');
  const args = ['export', site, '--out', bundle, '--data', path.join(folder, 'data')];
  spawnSync(process.execPath, [path.join(checkout, 'server/cli/main.js'), ...args], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // An export with missing pages makes a bundle, too.
  const digest = fs.existsSync(bundle)
    ? createHash('sha256').update(fs.readFileSync(bundle)).digest('hex')
    : undefined;
  fs.rmSync(folder, { recursive: true, force: true });
  return digest;
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
