import fs from 'node:fs';

/** What the browser shares between its processes for one export is a fraction of it. */
const BYTES_MIN = 2 ** 30;

/**
 * Whether the browser's processes may share memory through a folder in memory (`/dev/shm`): a container's usually has
 * 64 MiB, and a browser that finds it full crashes. Otherwise they use files in the temporary folder.
 * @param folder for tests
 */
export function hasSharedMemory(folder = '/dev/shm'): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize >= BYTES_MIN;
  } catch {
    return false;
  }
}
