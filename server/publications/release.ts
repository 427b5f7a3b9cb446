import { z } from 'zod';
import { OffprintError } from '../errors.ts';
import { shapes } from '../store/targets.ts';
import { RELEASES, recordFile, versionOfRecord } from './layout.ts';
import { readText, type Target } from './target.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const releaseSchema = z.object({
  format: z.literal('offprint-release'),
  formatVersion: z.literal(1),
  version: z.string(),
  domain: z.string(),
  shape: z.enum(shapes),
  /** Content digest of the bundle. */
  digest: z.string(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string(),
  files: z.array(z.object({ path: z.string(), sizeBytes: z.int().min(0), sha256 })),
});

/** Record of a version on a target. Stored next to it, and written once the version is complete. */
export type Release = Readonly<z.infer<typeof releaseSchema>>;

export function formatRelease(release: Release): string {
  return `${JSON.stringify(release, null, 1)}\n`;
}

/** @returns undefined if there is no such version @throws OffprintError `conflict` if its record is not valid */
export async function readRelease(target: Target, version: string): Promise<Release | undefined> {
  const text = await readText(target, recordFile(version));
  if (text === undefined) return undefined;
  const release = parsed(text);
  if (release?.version === version) return release;
  throw new OffprintError(
    'conflict',
    `${recordFile(version)} on the target is damaged or was made by a newer version of Offprint. Check that file. If you remove it, the version it describes will be sent again.`,
  );
}

/** Versions on a target, newest first. Ignores invalid records. */
export async function listReleases(target: Target): Promise<Release[]> {
  const releases: Release[] = [];
  for (const name of await target.names(RELEASES)) {
    const version = versionOfRecord(name);
    const text = version === undefined ? undefined : await readText(target, recordFile(version));
    const release = text === undefined ? undefined : parsed(text);
    if (release?.version === version && release) releases.push(release);
  }
  return releases.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}

function parsed(text: string): Release | undefined {
  try {
    return releaseSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
