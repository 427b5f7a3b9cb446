import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type HostPorts, nodePorts } from '../../server/writer/spawn.ts';
import { BUILT, builtFile } from './program-beside.ts';
import { lendWriter } from './writer-pool.ts';

export { BUILT };

/**
 * Tests start built programs (scripts/build-server.ts), since hundreds of short processes would spend most of their
 * time loading sources: global-setup.ts builds them once per run.
 */
export const ROOT = path.join(import.meta.dirname, '../..');

/** Test programs that are started many times: built as well. */
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

/** For a host or a server in the test's own process, which runs the sources: its writer process is built and lent. */
export const builtPorts: HostPorts = {
  spawnWorker: (file, args) =>
    lendWriter(nodePorts.spawnWorker, built(file), args, { MALLOC_ARENA_MAX: '2', ...process.env }),
};

/** The same with a process that has not served another data folder, for memory measurements. */
export const freshPorts: HostPorts = {
  spawnWorker: (file, args) => nodePorts.spawnWorker(built(file), args),
};

const built = (source: URL): URL => pathToFileURL(builtFile(fileURLToPath(source)));
