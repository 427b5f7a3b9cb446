import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { bytesOf } from '../bundles/file-range.ts';
import { parseManifest } from '../bundles/manifest.ts';
import { MANIFEST_FILE, SIGNATURE_FILE } from '../bundles/own-files.ts';
import { spokenFingerprint } from '../bundles/public-key.ts';
import { archiveKind, digestOfFile, readArchive } from '../bundles/read.ts';
import type { TrustedKey } from '../bundles/trust.ts';
import { judge, type Verification } from '../bundles/verification.ts';
import { contentsOfArchive } from '../bundles/verify-source.ts';
import { describeVolumes, descriptorName, formatDescriptor, volumeRanges } from '../bundles/volumes.ts';
import { OffprintError } from '../errors.ts';
import type { Shape } from '../store/targets.ts';
import { type Content, contentOf, type OutgoingFile } from './target.ts';

/** A file to publish, with its content. */
export type SourceFile = Readonly<{ file: OutgoingFile; content: Content; isSmall: boolean }>;

/** The bundle to publish, read once and verified. */
export type Source = Readonly<{
  verification: Verification;
  domain: string;
  /** Version in its manifest. */
  version: string;
  /** Content digest. */
  digest: string;
  files: readonly OutgoingFile[];
  /**
   * Yields the requested files in the order in which they can be read fastest. A large file must be consumed before the
   * next one.
   */
  open: (wanted: ReadonlySet<string>, signal: AbortSignal) => AsyncGenerator<SourceFile>;
}>;

export type SourceOptions = Readonly<{
  /** Path of the archive. */
  file: string;
  shape: Shape;
  /** Expected SHA-256, if known. */
  sha256: string | null;
  trusted: readonly TrustedKey[];
  /** Maximum file size of the target; larger archives are split into volumes. */
  maxFileBytes: number | null;
  signal: AbortSignal;
}>;

/** Content up to this size is held in memory, so several files can be sent concurrently. */
export const SMALL_BYTES = 2 ** 20;

/**
 * Reads and verifies a bundle and determines what would be published.
 * @throws OffprintError `integrity` if it has changed since it was packed, `not-found` if it does not exist, `usage` if
 *   it cannot be read or is a delta
 */
export async function openSource(options: SourceOptions): Promise<Source> {
  const { file, shape, sha256, trusted, signal } = options;
  const archived = shape === 'archive' || sha256 !== null ? await digestOfFile(existing(file), signal) : null;
  if (sha256 !== null && archived?.sha256 !== sha256) {
    throw new OffprintError(
      'integrity',
      `${file} has changed since you chose it for publishing: its SHA-256 is different. Publish an intact export.`,
    );
  }
  const contents = await contentsOfArchive(existing(file), signal);
  const verification = judge(contents, 'archive', trusted);
  requireWhole(file, verification);
  const manifest = parseManifest(contents.kept.get(MANIFEST_FILE)?.toString('utf8') ?? '');
  const { domain, version, digest } = manifest;
  const facts = { verification, domain, version, digest };
  if (shape === 'archive') {
    const own = [MANIFEST_FILE, SIGNATURE_FILE].flatMap((name) => {
      const bytes = contents.kept.get(name);
      return bytes ? [heldFile(name, bytes)] : [];
    });
    const archive = { ...options, sha256: archived?.sha256 ?? '' };
    return { ...facts, ...(await archiveFiles(archive, `${domain}-${version}`, verification, own)) };
  }
  const files = [...contents.files].map(([name, found]) => ({ path: name, ...found }));
  return { ...facts, files, open: (wanted, stop) => unpacked(file, files, wanted, stop) };
}

function existing(file: string): string {
  if (fs.existsSync(file)) return file;
  throw new OffprintError(
    'not-found',
    `${file} no longer exists. Export the site again, then publish the new export.`,
  );
}

function requireWhole(file: string, { kind, verdict, faults, signer }: Verification): void {
  if (kind === 'delta') {
    throw new OffprintError(
      'usage',
      `${file} is a delta. Create its bundle first (offprint delta apply), then publish that bundle.`,
    );
  }
  if (verdict === 'revoked-signer') {
    throw new OffprintError(
      'integrity',
      `${file} is signed with the key ${signer?.name ?? ''}, which has been revoked. Export the site again, or sign the bundle again.`,
    );
  }
  if (faults.length === 0) return;
  const named = faults.slice(0, 3).map(({ text }) => text);
  throw new OffprintError(
    'integrity',
    `${file} has changed since it was packed, so it was not published: ${named.join(' ')}${faults.length > 3 ? ` And ${faults.length - 3} more.` : ''}`,
  );
}

type Held = SourceFile & Readonly<{ file: OutgoingFile }>;

/** A small generated file, in memory. */
function heldFile(name: string, bytes: Buffer): Held {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    file: { path: name, sizeBytes: bytes.length, sha256 },
    content: contentOf(bytes),
    isSmall: true,
  };
}

/** The archive with the files needed to verify it; split into volumes if it is too large for the target. */
async function archiveFiles(
  { file, sha256, maxFileBytes, signal }: SourceOptions & { sha256: string },
  label: string,
  { signer }: Verification,
  own: readonly Held[],
): Promise<Pick<Source, 'files' | 'open'>> {
  const name = `${label}.${archiveKind(file)}`;
  const { size } = await fs.promises.stat(file);
  const parts = maxFileBytes !== null && size > maxFileBytes ? volumeRanges(name, size, maxFileBytes) : [];
  const large: (OutgoingFile & { offset: number })[] = [];
  const held = [...own];
  if (parts.length > 0 && maxFileBytes !== null) {
    const described = await describeVolumes(file, maxFileBytes, signal);
    const descriptor = { ...described, file: name };
    descriptor.volumes = descriptor.volumes.map((volume, index) => ({
      ...volume,
      name: parts[index]?.name ?? '',
    }));
    for (const [index, { name: path, sizeBytes, sha256 }] of descriptor.volumes.entries())
      large.push({ path, sizeBytes, sha256, offset: parts[index]?.offset ?? 0 });
    held.push(heldFile(descriptorName(name), Buffer.from(formatDescriptor(descriptor))));
  } else {
    large.push({ path: name, sizeBytes: size, sha256, offset: 0 });
  }
  const sums = large.map(({ path: named, sha256 }) => `${sha256}  ${named}\n`).join('');
  held.push(heldFile(`${name}.sha256`, Buffer.from(sums)));
  held.push(heldFile('README.txt', Buffer.from(readmeText(name, large.length > 1, signer))));
  const files = [...large.map(({ offset: _, ...facts }) => facts), ...held.map((each) => each.file)];
  return {
    files,
    open: async function* (wanted) {
      for (const each of held) if (wanted.has(each.file.path)) yield each;
      const handle = await fs.promises.open(file);
      try {
        for (const { offset, ...facts } of large) {
          if (!wanted.has(facts.path)) continue;
          const content: Content = (from) =>
            bytesOf(handle, [{ offset: offset + from, sizeBytes: facts.sizeBytes - from }]);
          yield { file: facts, content, isSmall: false };
        }
      } finally {
        await handle.close();
      }
    },
  };
}

/** Text for people who find the files without knowing what they are. */
function readmeText(name: string, isSplit: boolean, signer: Verification['signer']): string {
  const whole = isSplit ? descriptorName(name) : name;
  const lines = [
    `${name} is a documentation site for offline reading, made with Offprint.`,
    '',
    `Check it:         offprint verify ${whole}`,
    `Without Offprint: sha256sum -c ${name}.sha256 (docs/verify-by-hand.md explains how to check the signature)`,
    ...(isSplit ? [`Join the volumes: offprint join ${whole}`] : []),
    '',
    ...(signer
      ? [
          'It is signed with the key whose SHA-256 is',
          spokenFingerprint(signer.fingerprint),
          "Have the key's owner read the fingerprint to you by phone or in person, and compare the two. A fingerprint",
          'that came with the files proves nothing by itself.',
        ]
      : ['It is not signed.']),
  ];
  return `${lines.join('\n')}\n`;
}

/** Yields files of an archive in archive order, because a compressed stream can only be read once, from the start. */
async function* unpacked(
  archive: string,
  files: readonly OutgoingFile[],
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  const facts = new Map(files.map((file) => [file.path, file]));
  for await (const entry of readArchive(archive)) {
    signal.throwIfAborted();
    const file = facts.get(entry.path);
    if (!file || !wanted.has(entry.path)) continue;
    if (file.sizeBytes <= SMALL_BYTES) {
      const chunks: Buffer[] = [];
      for await (const chunk of await entry.open()) chunks.push(chunk as Buffer);
      yield { file, content: contentOf(Buffer.concat(chunks)), isSmall: true };
      continue;
    }
    const stream = await entry.open();
    yield { file, content: (from) => skipped(stream, from), isSmall: false };
    stream.destroy();
  }
}

/** Skips the first bytes: compressed data can only be read from the start. */
async function* skipped(stream: AsyncIterable<Buffer>, from: number): AsyncGenerator<Buffer> {
  let toSkip = from;
  for await (const chunk of stream) {
    const skip = Math.min(toSkip, chunk.length);
    toSkip -= skip;
    if (skip < chunk.length) yield chunk.subarray(skip);
  }
}
