import { formatNumber } from '../../shared/numbers.ts';
import { OffprintError } from '../errors.ts';
import { filesToSend } from './files-to-send.ts';
import { releaseFolder, whyNoVersion } from './layout.ts';
import { requireMounted } from './mounted-share.ts';
import type { PublicationRun, Stage } from './publication-run.ts';
import { listReleases, type Release } from './release.ts';
import type { Source } from './source.ts';

/** Maximum number of names in a message. */
const NAMED_MAX = 5;

/**
 * Reads the bundle, checks the target, and fails before the first byte is sent if the publication cannot succeed.
 * @throws OffprintError `integrity`, `usage`, `conflict`, `target-full`, `target-refused`
 */
export const preflight: Stage = async (run) => {
  const { publication, target, note, signal } = run;
  const capabilities = await target.capabilities();
  run.source ??= await run.openSource(capabilities.maxFileBytes, signal);
  const { source } = run;
  const version = publication.version ?? source.version;
  const why = whyNoVersion(version);
  if (why !== undefined) throw new OffprintError('usage', `${why} Choose another version with --as.`);
  note({ domain: source.domain, version, digest: source.digest });

  const releases = await listReleases(target);
  requireMounted(releases, run);
  requireSameSite(releases, source);
  requireFreeVersion(releases, version, run);
  requireNames(run, version, capabilities.maxFileBytes);
  const { domain, digest, files } = source;
  run.release = {
    format: 'offprint-release',
    formatVersion: 1,
    version,
    domain,
    shape: publication.shape,
    digest,
    publishedAt: new Date().toISOString(),
    publishedBy: `${publication.requestedBy} (${run.owner})`,
    files: [...files],
  };
  run.previous = await target.current();
  run.base = releases.find((each) => each.version === run.previous) ?? releases[0];
  note({ previous: run.previous });

  const { toSend } = await filesToSend(run);
  const neededBytes = toSend.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  requireRoom(neededBytes, capabilities.freeBytes, publication.place);
  return 'transfer';
};

function requireSameSite(releases: readonly Release[], { domain }: Source): void {
  const other = releases.find((release) => release.domain !== domain);
  if (!other) return;
  throw new OffprintError(
    'conflict',
    `This target already contains ${other.domain}. A target can hold only one site. Add another target with a different folder for ${domain}.`,
  );
}

/**
 * Rejects a version that exists with different content: readers must not find something else under a name they know.
 */
function requireFreeVersion(
  releases: readonly Release[],
  version: string,
  { publication, source }: PublicationRun,
): void {
  const same = releases.find((release) => release.version.toLowerCase() === version.toLowerCase());
  if (!same) return;
  if (same.version !== version) {
    throw new OffprintError(
      'conflict',
      `The target already has version ${same.version}, which differs from ${version} only in case, and some systems ignore case. To publish under a different version, use --as.`,
    );
  }
  if (same.digest === source?.digest && same.shape === publication.shape) return;
  const what =
    same.digest === source?.digest ? `in a different form (${same.shape})` : 'with different content';
  throw new OffprintError(
    'conflict',
    `The target already has version ${version}, but ${what}. It was published on ${same.publishedAt.slice(0, 10)} by ${same.publishedBy}, and its digest is ${same.digest.slice(0, 12)}. To publish under a different version, use --as.`,
  );
}

function requireNames(
  { target, source }: PublicationRun,
  version: string,
  maxFileBytes: number | null,
): void {
  const files = source?.files ?? [];
  const unable = files.flatMap(({ path, sizeBytes }) => {
    const why = target
      .cannotHold(`${releaseFolder(version)}/${path}`)
      ?.replace(`${releaseFolder(version)}/`, '');
    if (why !== undefined) return [why];
    return maxFileBytes !== null && sizeBytes > maxFileBytes
      ? [`${path}: too large (${sizeBytes} bytes)`]
      : [];
  });
  if (unable.length > 0) {
    throw new OffprintError(
      'target-refused',
      `The target cannot store ${listed(unable)}. Publish the archive instead (shape: archive), or choose another target.`,
    );
  }
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED_MAX;
  return `${names.slice(0, NAMED_MAX).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}

function requireRoom(neededBytes: number, freeBytes: number | null, place: string): void {
  if (freeBytes === null || freeBytes >= neededBytes) return;
  throw new OffprintError(
    'target-full',
    `There is not enough space on ${place}: ${formatNumber(neededBytes)} bytes are needed, but only ${formatNumber(freeBytes)} ${freeBytes === 1 ? 'is' : 'are'} free. Free some space, or keep fewer versions there, then try again.`,
  );
}
