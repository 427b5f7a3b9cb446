import { asOffprintError } from '../errors.ts';
import { checkServed } from './health-check.ts';
import type { Release } from './release.ts';
import type { Versions } from './versions.ts';

/** The host on which the version is switched. */
export type SwitchedHost = Readonly<{
  /** The address it listens on. */
  url: string;
  versions: Versions;
  /** Number of versions to keep on disk. */
  keep: number;
  /** Whether a response is still being sent from a version. */
  isRead: (name: string) => boolean;
  served: () => Release | null;
  setServed: (release: Release | null) => void;
  log: (line: string) => void;
}>;

/**
 * Switches readers to a version and checks the responses. If they do not match its manifest, switches back to the
 * previous version. Removes old versions that are no longer in use.
 * @throws OffprintError `integrity` naming the first file whose response does not match the manifest; system errors
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

/** Address for requests of the host to itself: a wildcard address cannot be connected to. */
function ownUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
