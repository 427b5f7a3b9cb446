import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/**
 * Classic scripts for browsers: bundles run theirs in any browser, render/ in ours. Each output file has the module
 * that it is built from and its size limit, gzipped. With `name`, the script declares a variable of that name with the
 * module's default export.
 */
const SCRIPTS: Readonly<Record<string, Readonly<{ input: string; bytesMax: number; name?: string }>>> = {
  'server/exports/search/scripts/engine.js': {
    input: 'server/exports/search/browser/engine.ts',
    bytesMax: 12_288,
  },
  'server/exports/search/scripts/opener.js': {
    input: 'server/exports/search/browser/opener-script.ts',
    bytesMax: 4096,
  },
  'server/exports/runtime/scripts/runtime.js': {
    input: 'server/exports/runtime/browser/runtime.ts',
    bytesMax: 15_000,
  },
  'server/exports/playground/scripts/playground.js': {
    input: 'server/exports/playground/browser/playground.ts',
    bytesMax: 3072,
  },
  'server/docs-site/scripts/components.js': {
    input: 'server/docs-site/browser/components.ts',
    bytesMax: 9_700, // together with the next one below 12 kB
  },
  'server/docs-site/scripts/site.js': {
    input: 'server/docs-site/browser/site.ts',
    bytesMax: 2_300,
  },
  'server/exports/render/scripts/isolated-world.js': {
    input: 'server/exports/render/in-page/isolated-world.ts',
    bytesMax: 23_552,
    name: 'start',
  },
  'server/exports/render/scripts/page-world.js': {
    input: 'server/exports/render/in-page/page-world.ts',
    bytesMax: 1024,
  },
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the scripts, by file. They are committed, so that an export needs no bundler and gives the same bytes
 * everywhere; a test compares them with their modules.
 */
export async function browserScripts(): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const [file, { input, name }] of Object.entries(SCRIPTS)) {
    const bundle = await rolldown({ input: path.join(ROOT, input), transform: { target: 'es2020' } });
    const { output } = await bundle.generate({ format: 'iife', minify: true, ...(name && { name }) });
    made.set(file, `${ascii(output[0].code.trim())}\n`);
    await bundle.close();
  }
  return made;
}

/** Lists what is wrong with the committed scripts: each must match its module and be small enough. */
export function scriptFaults(made: ReadonlyMap<string, string>): string[] {
  return [...made].flatMap(([file, script]) => [
    ...(committed(file) === script ? [] : [`${file} is not what its module gives: npm run build:scripts`]),
    ...(gzippedBytes(script) <= (SCRIPTS[file]?.bytesMax ?? 0)
      ? []
      : [
          `${file} has ${gzippedBytes(script)} bytes gzipped, at most ${SCRIPTS[file]?.bytesMax} are allowed`,
        ]),
  ]);
}

export function sizesOf(made: ReadonlyMap<string, string>): string {
  return [...made].map(([file, script]) => `${file}: ${gzippedBytes(script)} bytes gzipped`).join('\n');
}

function committed(file: string): string {
  return fs.existsSync(path.join(ROOT, file)) ? fs.readFileSync(path.join(ROOT, file), 'utf8') : '';
}

function gzippedBytes(script: string): number {
  return gzipSync(script, { level: 9 }).length;
}

/** Escapes non-ASCII characters, because a script without a charset is decoded like its page. */
function ascii(script: string): string {
  return script.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  for (const [file, script] of await browserScripts()) {
    fs.mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    fs.writeFileSync(path.join(ROOT, file), script);
  }
}
