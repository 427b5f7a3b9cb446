import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.join(import.meta.dirname, '../..');

/** Where global-setup.ts builds the programs; `OFFPRINT_TEST_SOURCES=1` starts the sources instead. */
export const BUILT =
  process.env.OFFPRINT_TEST_SOURCES === '1' ? ROOT : path.join(ROOT, 'test/artefacts/server');

/** @returns the built file of a source, or the source itself if sources are started */
export function builtFile(source: string): string {
  if (BUILT === ROOT || source.startsWith(`${BUILT}/`)) return source;
  return path.join(BUILT, path.relative(ROOT, source).replace(/\.ts$/, '.js'));
}

/**
 * Replaces server/program-beside.ts under Vitest (vitest.config.ts) to start built threads and processes: loading the
 * sources of a thread takes a second.
 */
export function programBeside(moduleUrl: string, name: string): URL {
  return pathToFileURL(builtFile(fileURLToPath(new URL(`${name}.ts`, moduleUrl))));
}
