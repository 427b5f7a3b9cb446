import { asOffprintError } from '../errors.ts';
import { checkServed } from './health-check.ts';
import type { Release } from './release.ts';
import type { Versions } from './versions.ts';

/** The host whose version is switched. */
export type SwitchedHost = Readonly<{
  /** Where it listens. */
  url: string;
  versions: Versions;
  /** How many versions stay on the disk. */
  keep: number;
  /** Whether something is being answered out of a version. */
  isRead: (name: string) => boolean;
  served: () => Release | null;
  setServed: (release: Release | null) => void;
  log: (line: string) => void;
}>;

/**
 * Gives a version to readers, and takes it back where they do not get what its manifest says: then the one before is
 * served again. Old versions that nobody reads any more are removed.
 * @throws OffprintError `integrity` naming what is not answered as the manifest says; the error of the system
 */
export async function switchVersion(
  release: Release,
  { url, versions, keep, isRead, served, setServed, log }: SwitchedHost,
): Promise<void> {
  const before = served();
  if (before?.name === release.name) return;
  setServed(release);
  log(`serving ${release.record.domain} ${release.record.version}`);
  try {
    await checkServed(ownUrl(url), release);
  } catch (error) {
    setServed(before);
    log(before ? `serving ${before.record.domain} ${before.record.version} again` : 'serving nothing');
    if (asOffprintError(error).code === 'integrity') versions.remove(release.name);
    throw error;
  }
  versions.setCurrent(release.name);
  const others = versions.list().filter((name) => name !== release.name);
  for (const name of others.slice(keep - 1)) if (!isRead(name)) versions.remove(name);
}

/** Where the host asks itself: an address that stands for all of them is not one to connect to. */
function ownUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
