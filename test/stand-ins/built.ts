import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type HostPorts, nodePorts } from '../../server/writer/spawn.ts';
import { BUILT, builtFile } from './program-beside.ts';
import { lendWriter } from './writer-pool.ts';

export { BUILT };

/**
 * The programs that tests start are built (scripts/build-server.ts), since most of what hundreds of short processes do is
 * to load themselves: global-setup.ts builds them once a run.
 */
export const ROOT = path.join(import.meta.dirname, '../..');

/** Programs of tests that are started many times: built as well. */
export const PROGRAMS = [
  'server/agents/loop/fixtures/run-and-die.ts',
  'server/exports/chromium/fixtures/unpack.ts',
  'server/exports/origin/attacked-server.test-support.ts',
] as const;

/** @returns the path of the file to start */
export function builtProgram(source: (typeof PROGRAMS)[number]): string {
  return builtFile(path.join(ROOT, source));
}

/** The command line. */
export const MAIN = path.join(BUILT, 'server/cli/main.js');

/** For a host or a server in the test's own process, which runs the sources: its writer's process is built, and lent. */
export const builtPorts: HostPorts = {
  spawnWorker: (file, args) =>
    lendWriter(nodePorts.spawnWorker, built(file), args, { MALLOC_ARENA_MAX: '2', ...process.env }),
};

/** The same with a process that has served no other data folder: where its memory is measured. */
export const freshPorts: HostPorts = {
  spawnWorker: (file, args) => nodePorts.spawnWorker(built(file), args),
};

const built = (source: URL): URL => pathToFileURL(builtFile(fileURLToPath(source)));
