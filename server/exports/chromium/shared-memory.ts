import fs from 'node:fs';

/** Minimum free space; one export uses only a fraction of it. */
const BYTES_MIN = 2 ** 30;

/**
 * Whether the browser's processes can share memory through an in-memory folder (`/dev/shm`). In a container it usually
 * has 64 MiB, and the browser crashes once it is full. Otherwise, they use files in the temporary folder.
 * @param folder overridden by tests
 */
export function hasSharedMemory(folder = '/dev/shm'): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize >= BYTES_MIN;
  } catch {
    return false;
  }
}
