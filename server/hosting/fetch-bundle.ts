import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../bundles/manifest.ts';
import { digestOfFile } from '../bundles/read.ts';
import type { Signature } from '../bundles/signature.ts';
import type { TrustedKey } from '../bundles/trust.ts';
import type { Verification } from '../bundles/verification.ts';
import { verificationText } from '../bundles/verification-text.ts';
import { descriptorFor, readVolumesDescriptor } from '../bundles/volumes.ts';
import { OffprintError } from '../errors.ts';
import { isBroken, placeIn, takeIn, verifyCopy } from '../received/take-in.ts';
import { type DownloadOptions, download, withoutQuery } from './download.ts';

/** A bundle that is already on disk. */
export type KnownBundle = Readonly<{
  version: string;
  digest: string;
  archiveSha256: string;
  /** Its source and the ETag there (RFC 9110 §8.8.3). */
  source: Readonly<{ address: string; etag: string }> | null;
}>;

export type FetchContext = Omit<DownloadOptions, 'etags'> &
  Readonly<{
    /** Existing folder. Apart from the download folder, nothing is written anywhere else. */
    scratchFolder: string;
    known: readonly KnownBundle[];
    /** If not empty, only bundles signed with one of these keys are accepted. */
    trusted: readonly TrustedKey[];
    onPhase: (phase: 'fetching' | 'verifying') => void;
  }>;

export type Fetched =
  | Readonly<{ kind: 'known'; archiveSha256: string }>
  | Readonly<{
      kind: 'new';
      /** In the scratch folder. */
      archive: string;
      archiveSha256: string;
      manifest: Omit<Manifest, 'files'>;
      signature: Signature | null;
      source: KnownBundle['source'];
    }>;

/**
 * Fetches a bundle and verifies it without unpacking it. A bundle that is already here is not fetched again.
 * @param source an http, https or file address, or a path: an archive, volumes, or a folder that contains either
 * @throws OffprintError `unreachable` and `disk-full`, which may be temporary; `forbidden` if a link has expired;
 *   `integrity`; `usage`; the signal's reason
 */
export async function fetchBundle(source: string, context: FetchContext): Promise<Fetched> {
  return /^https?:/i.test(source)
    ? fetchFromAddress(source, context)
    : fetchFromPath(/^file:/i.test(source) ? fileURLToPath(source) : source, context);
}

async function fetchFromAddress(address: string, context: FetchContext): Promise<Fetched> {
  const { known, scratchFolder, onPhase } = context;
  onPhase('fetching');
  const here = withoutQuery(address);
  if (here.endsWith('.volumes.json')) return fetchVolumes(address, context);
  const etags = known.flatMap(({ archiveSha256, source }) => [
    `"${archiveSha256}"`, // ETag format of Offprint's own servers
    ...(source?.address === here ? [source.etag] : []),
  ]);
  const downloaded = await download(address, path.join(scratchFolder, 'download'), { ...context, etags });
  if (downloaded.kind === 'same') {
    const same = known.find(
      ({ archiveSha256, source }) =>
        downloaded.etag === `"${archiveSha256}"` ||
        (source?.address === here && downloaded.etag === source.etag),
    );
    if (same) return { kind: 'known', archiveSha256: same.archiveSha256 };
    throw new OffprintError(
      'unreachable',
      `${here} reports that nothing has changed since a version that this host does not have. Try again later.`,
    );
  }
  const { file, sha256, etag } = downloaded;
  onPhase('verifying');
  const taken = await verifyCopy({ file, sha256 }, here, takeInContext(context));
  return newBundle(taken, here, context, etag === null ? null : { address: here, etag });
}

/** Fetches volumes, which are in the same folder as their descriptor. */
async function fetchVolumes(address: string, context: FetchContext): Promise<Fetched> {
  const { pathname, search } = new URL(address);
  const folder = path.join(context.scratchFolder, 'volumes');
  await fs.promises.mkdir(folder);
  const bring = async (name: string): Promise<string> => {
    const out = path.join(folder, name);
    const from = new URL(encodeURIComponent(name) + search, address);
    await download(from.href, out, { ...context, etags: [] });
    return out;
  };
  const descriptor = await bring(path.posix.basename(decodeURIComponent(pathname)));
  const { sha256, volumes } = readVolumesDescriptor(descriptor);
  if (context.known.some(({ archiveSha256 }) => archiveSha256 === sha256))
    return { kind: 'known', archiveSha256: sha256 };
  for (const { name } of volumes) await bring(name);
  const taken = await takeIn(descriptor, takeInContext(context));
  await fs.promises.rm(folder, { recursive: true });
  return newBundle(taken, withoutQuery(address), context, null);
}

async function fetchFromPath(given: string, context: FetchContext): Promise<Fetched> {
  const { known, signal, onPhase } = context;
  onPhase('fetching');
  const place = placeIn(given);
  const isHere = (sha256: string): boolean => known.some(({ archiveSha256 }) => archiveSha256 === sha256);
  const descriptor = descriptorFor(place);
  if (descriptor !== undefined && fs.existsSync(descriptor)) {
    const { sha256 } = readVolumesDescriptor(descriptor);
    if (isHere(sha256)) return { kind: 'known', archiveSha256: sha256 };
  } else if (known.length > 0 && fs.statSync(place).isFile()) {
    const { sha256 } = await digestOfFile(place, signal);
    if (isHere(sha256)) return { kind: 'known', archiveSha256: sha256 };
  }
  return newBundle(await takeIn(place, takeInContext(context)), place, context, null);
}

function takeInContext({
  scratchFolder,
  trusted,
  signal,
  onPhase,
}: FetchContext): Parameters<typeof takeIn>[1] {
  return {
    scratchFolder,
    trusted,
    signal,
    findBase: async ({ domain, version }) => {
      throw new OffprintError(
        'usage',
        `This is a delta based on ${domain} ${version}, but a host does not keep the archives that deltas are applied to. Create the whole bundle with \`offprint delta apply\` and use that.`,
      );
    },
    onProgress: ({ phase }) => onPhase(phase === 'verifying' ? 'verifying' : 'fetching'),
  };
}

/** @throws OffprintError `integrity` if the bundle is altered, incomplete or not signed as required */
function newBundle(
  { verification, archive }: Awaited<ReturnType<typeof takeIn>>,
  name: string,
  { scratchFolder, trusted }: FetchContext,
  source: KnownBundle['source'],
): Fetched {
  const { manifest, signature } = verification;
  if (isBroken(verification) || !manifest || !archive) throw refused(name, verification);
  if (trusted.length > 0 && verification.verdict !== 'valid') throw refused(name, verification);
  return {
    kind: 'new',
    archive: path.join(scratchFolder, `bundle.${archive.format}`),
    archiveSha256: archive.cameAs,
    manifest,
    signature,
    source,
  };
}

function refused(name: string, verification: Verification): OffprintError {
  const { summary, whatToDo } = verificationText(verification);
  const faults = verification.faults.slice(0, 3).map(({ text }) => text);
  const sentences = [...faults, summary, whatToDo].join(' ');
  return new OffprintError('integrity', `${name} was not accepted: ${sentences}`);
}
