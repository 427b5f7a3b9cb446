import fs from 'node:fs';
import path from 'node:path';

/** Where what belongs to a job is kept: its bundle and its report. */
export function jobFolder(dataFolder: string, jobId: string): string {
  return path.join(dataFolder, 'exports', jobId);
}

/** Where a bundle that came from elsewhere lies until it is kept or discarded. */
export function receivedFolder(dataFolder: string, receivedId: string): string {
  return path.join(dataFolder, 'received', receivedId);
}

/** Where the versions of a site lie that is hosted here. */
export function hostingFolder(dataFolder: string, siteId: string): string {
  return path.join(dataFolder, 'hosting', siteId);
}

/** Where a job's bundle is unpacked to be verified. */
export function checkFolder(dataFolder: string, jobId: string): string {
  return path.join(jobFolder(dataFolder, jobId), 'check');
}

/** Where the search of a job's bundle is made. */
export function searchFolder(dataFolder: string, jobId: string): string {
  return path.join(jobFolder(dataFolder, jobId), 'search');
}

/** Where is put aside what was found in pages until they are packed. */
export function readingsFolder(dataFolder: string, jobId: string): string {
  return path.join(jobFolder(dataFolder, jobId), 'readings');
}

/** Where pages are tried out with their scripts before it is decided how they are acquired. */
export function trialFolder(dataFolder: string, jobId: string): string {
  return path.join(jobFolder(dataFolder, jobId), 'trial');
}

/**
 * Removes what packing and verification leave behind when their process dies. Only the writer calls this, when it
 * starts.
 */
export function removeUnfinishedBundles(dataFolder: string): void {
  const folder = path.join(dataFolder, 'exports');
  if (!fs.existsSync(folder)) return;
  for (const job of fs.readdirSync(folder, { withFileTypes: true })) {
    if (!job.isDirectory()) continue; // file managers leave files of their own
    const { name } = job;
    for (const folderOf of [checkFolder, searchFolder, trialFolder, readingsFolder]) {
      fs.rmSync(folderOf(dataFolder, name), { recursive: true, force: true });
    }
    for (const name of fs.readdirSync(path.join(folder, job.name))) {
      if (name.endsWith('.unfinished')) fs.rmSync(path.join(folder, job.name, name), { force: true });
    }
  }
}
