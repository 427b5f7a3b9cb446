import { execFile } from 'node:child_process';

/**
 * Asks the system's dynamic loader which shared libraries an executable would not find, without running it
 * (LD_TRACE_LOADED_OBJECTS, ld.so(8); this is how ldd works). Takes 3 ms for Chromium.
 *
 * @param libraryPath folders searched before the system's, as in LD_LIBRARY_PATH
 * @param alsoLoad libraries that the program loads later, whose dependencies are also looked up
 * @returns library names without duplicates, e.g. `['libnss3.so']`; includes libraries that are too old. Empty if
 * nothing is missing or the loader cannot be used (not Linux, not executable): the launch itself then reports the
 * reason.
 */
export async function missingLibraries(
  executablePath: string,
  { libraryPath, alsoLoad = [] }: { libraryPath?: string | undefined; alsoLoad?: readonly string[] } = {},
): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const trace = await run(executablePath, {
    LD_TRACE_LOADED_OBJECTS: '1',
    ...(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath }),
    ...(alsoLoad.length === 0 ? {} : { LD_PRELOAD: alsoLoad.join(':') }),
  });
  const missing = new Set<string>();
  for (const line of trace.split('\n')) {
    // "	libnss3.so => not found"
    const absent = /^\s*(\S+) => not found/.exec(line)?.[1];
    // "/path/chromium: /lib/libnss3.so: version `NSS_3.30' not found (required by /path/chromium)"
    const tooOld = /([^/\s]+): version `[^']+' not found/.exec(line)?.[1];
    const name = absent ?? tooOld;
    if (name !== undefined) missing.add(name);
  }
  return [...missing];
}

function run(executablePath: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile(executablePath, { env, timeout: 10_000 }, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
}
