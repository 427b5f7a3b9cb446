import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newViolations } from './accessibility.ts';
import { readPages } from './content.ts';
import { examine } from './examine.ts';
import { exportSite } from './export.ts';
import type { Generator, Way } from './generator.ts';
import { generators } from './generators.ts';
import { inFirefox } from './in-firefox.ts';
import { build, CACHE, install, versionOf } from './prepare.ts';
import { serve } from './serve.ts';
import { type Line, printHead, printLine } from './table.ts';

/**
 * `npm run test:sites`: builds a site with each generator, exports it and looks at what came out.
 *
 * `--only a,b` names generators, `--way folder|url` one way in, `--sample N` the pages that verification opens,
 * `--list` only lists. In CI each site is exported once, by the first of its ways.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    way: { type: 'string' },
    sample: { type: 'string', default: process.env.CI ? '8' : '40' },
    list: { type: 'boolean', default: false },
  },
});

/** Pages that Firefox and axe look at, one after another. */
const LOOKED_AT = process.env.CI ? 3 : 8;

const refusal =
  options.way !== undefined && options.way !== 'folder' && options.way !== 'url'
    ? '--way is folder or url.'
    : /^\d+$/.test(options.sample)
      ? undefined
      : '--sample is a whole number.';
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(2);
}
const chosen = choose(options.only);
if (options.list) {
  for (const { name, ways } of chosen) console.log(`${name}\t${ways.join(', ')}`);
} else {
  const lines: Line[] = [];
  printHead();
  const failure = attempt(() => install(chosen));
  const keep = (line: Line): void => {
    lines.push(line);
    printLine(line);
  };
  for (const generator of chosen) {
    if (failure !== undefined) keep(failed(generator, failure));
    else for await (const line of runGenerator(generator)) keep(line);
  }
  fs.mkdirSync(CACHE, { recursive: true });
  const file = path.join(CACHE, 'result.json');
  fs.writeFileSync(file, `${JSON.stringify(lines, null, 1)}\n`);
  const count = (outcome: Line['outcome']): number => lines.filter((line) => line.outcome === outcome).length;
  console.log(`\nDetails: ${path.relative(process.cwd(), file)}`);
  if (count('skipped') > 0) console.log(`${count('skipped')} skipped`);
  console.log(`${count('passed')} passed, ${count('failed')} failed`);
  process.exitCode = count('failed') > 0 ? 1 : 0;
}

function choose(only: string | undefined): readonly Generator[] {
  if (only === undefined) return generators;
  return only.split(',').map((name) => {
    const generator = generators.find((candidate) => candidate.name === name);
    if (!generator) {
      console.error(
        `There is no generator ${name}. There are: ${generators.map((one) => one.name).join(', ')}.`,
      );
      process.exit(2);
    }
    return generator;
  });
}

/** A line for each way in, as soon as it is known. */
async function* runGenerator(generator: Generator): AsyncGenerator<Line> {
  const version = versionOf(generator);
  if (version === undefined) {
    const { package: from } = generator;
    const notes = [`Debian's ${'debian' in from ? from.debian : ''} is not installed.`];
    yield { ...lineOf(generator, ''), outcome: 'skipped', notes };
    return;
  }
  let output = '';
  const failure = attempt(() => {
    output = build(generator);
  });
  if (failure !== undefined) {
    yield failed(generator, failure);
    return;
  }
  const { ways } = generator;
  const wanted = options.way === undefined ? (process.env.CI ? ways.slice(0, 1) : ways) : [options.way];
  for (const way of ways.filter((candidate) => wanted.includes(candidate))) {
    yield await exportAndExamine(generator, version, way, output);
  }
}

async function exportAndExamine(
  generator: Generator,
  version: string,
  way: Way,
  output: string,
): Promise<Line> {
  const started = performance.now();
  const served = await serve(generator, output);
  try {
    const exported = await exportSite(
      way === 'url' ? `${served.address}/` : output,
      `${generator.name}-${way}`,
      Number(options.sample),
    );
    const pages = generator.expected(readPages());
    const examined = examine(pages, exported, generator.lost);
    const site = { pages, address: served.address };
    const count = Math.min(LOOKED_AT, Number(options.sample));
    const firefox = await inFirefox(exported.bundle, site, count);
    const violations = await newViolations(exported.bundle, site, count);
    const faults = [...examined.faults, ...(firefox?.faults ?? []), ...violations];
    return {
      ...lineOf(generator, version),
      ...examined,
      way,
      firefox,
      outcome: faults.length === 0 ? 'passed' : 'failed',
      seconds: exported.seconds,
      notes: faults,
      findings: exported.report.check?.findings ?? [],
    };
  } catch (error) {
    const seconds = (performance.now() - started) / 1000;
    return {
      ...failed(generator, error instanceof Error ? error.message : String(error)),
      version,
      way,
      seconds,
    };
  } finally {
    await served.close();
  }
}

function lineOf({ name }: Generator, version: string) {
  return { generator: name, version, way: '' as const, seconds: 0, notes: [], findings: [] };
}

function failed(generator: Generator, note: string): Line {
  return { ...lineOf(generator, ''), outcome: 'failed', notes: [note] };
}

function attempt(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
