import fs from 'node:fs';
import path from 'node:path';

/** Folder of a job: its bundle and its report. */
export function jobFolder(dataFolder: string, jobId: string): string {
  return path.join(dataFolder, 'exports', jobId);
}

/** Folder of a bundle that came from elsewhere, until it is kept or discarded. */
export function receivedFolder(dataFolder: string, receivedId: string): string {
  return path.join(dataFolder, 'received', receivedId);
}

/** Folder of the versions of a hosted site. */
export function hostingFolder(dataFolder: string, siteId: string): string {
  return path.join(dataFolder, 'hosting', siteId);
}

/** Folder in which a job's bundle is unpacked for verification. */
export function checkFolder(dataFolder: string, jobId: string): string {
  return path.join(jobFolder(dataFolder, jobId), 'check');
}

/** Folder in which the search index of a job's bundle is built. */
export function searchFolder(dataFolder: string, jobId: string): string {
  return path.join(jobFolder(dataFolder, jobId), 'search');
}

/** Folder for results of parsed pages until they are packed. */
export function readingsFolder(dataFolder: string, jobId: string): string {
  return path.join(jobFolder(dataFolder, jobId), 'readings');
}

/** Folder for trial runs of pages with their scripts, before deciding how to acquire them. */
export function trialFolder(dataFolder: string, jobId: string): string {
  return path.join(jobFolder(dataFolder, jobId), 'trial');
}

/**
 * Removes what packing and verification leave behind if their process dies. Only the writer may call this, when it
 * starts.
 */
export function removeUnfinishedBundles(dataFolder: string): void {
  const folder = path.join(dataFolder, 'exports');
  if (!fs.existsSync(folder)) return;
  for (const job of fs.readdirSync(folder, { withFileTypes: true })) {
    if (!job.isDirectory()) continue; // file managers leave files here
    const { name } = job;
    for (const folderOf of [checkFolder, searchFolder, trialFolder, readingsFolder]) {
      fs.rmSync(folderOf(dataFolder, name), { recursive: true, force: true });
    }
    for (const name of fs.readdirSync(path.join(folder, job.name))) {
      if (name.endsWith('.unfinished')) fs.rmSync(path.join(folder, job.name, name), { force: true });
    }
  }
}
