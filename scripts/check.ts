import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { browserScripts, scriptFaults, sizesOf } from './browser-scripts.ts';
import { importCircles } from './import-circles.ts';
import { importFaults } from './import-rules.ts';
import { licenceFaults } from './licences.ts';
import { numberFormatFaults } from './number-formats.ts';

/**
 * `npm run check`: types, lint, import rules and circles, numbers, licences, scripts for browsers. Runs all of them,
 * then lists the failures.
 */
const failed: string[] = [];

function step(name: string, work: () => boolean): void {
  process.stdout.write(`\n── ${name}\n`);
  if (!work()) failed.push(name);
}

function command(...args: [string, ...string[]]): () => boolean {
  const [program, ...rest] = args;
  return () =>
    spawnSync(program, rest, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

function list(faults: readonly string[], clean: string): boolean {
  process.stdout.write(faults.length === 0 ? `${clean}\n` : `${faults.join('\n')}\n`);
  return faults.length === 0;
}

step('types', command('tsc', '--noEmit'));
step('lint and format', command('biome', 'check', '.'));
step('import rules', () => list(importFaults(), 'Every import keeps to the rules.'));
step('import circles', () => list(importCircles(), 'No module imports itself by way of others.'));
step('numbers', () => list(numberFormatFaults(), 'Numbers are formatted in one place.'));
step('licences', () => list(licenceFaults(), 'Every dependency has a licence that we may ship.'));
const scripts = await browserScripts();
step('scripts for browsers', () => list(scriptFaults(scripts), sizesOf(scripts)));

process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
