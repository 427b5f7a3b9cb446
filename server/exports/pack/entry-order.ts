import type { ArchiveWriter } from '../../bundles/archive.ts';
import { packable, packedEntry } from '../../bundles/deflate.ts';
import type { SigningKey } from '../../bundles/ed25519.ts';
import { MANIFEST_FILE, SIGNATURE_FILE } from '../../bundles/own-files.ts';
import { signatureOf } from '../../bundles/signature.ts';
import { compareBytes } from '../site/compare-bytes.ts';

/** A group of our own files: a single file, or the contents of one of our folders. */
export type OwnFiles<File> = Readonly<{ path: string; files: () => Promise<readonly File[]> }>;

/**
 * Yields the files of an archive in writing order: sorted by the bytes of their paths, our own files among the site's.
 * @param resources the site's resources, already sorted by path
 * @param own groups of our own files; each is requested when its turn comes
 */
export async function* inEntryOrder<Resource extends Readonly<{ path: string }>, File>(
  resources: Iterable<Resource>,
  own: readonly OwnFiles<File>[],
  fileOf: (resource: Resource) => File,
): AsyncGenerator<File> {
  const left = own.toSorted((a, b) => compareBytes(a.path, b.path));
  for (const resource of resources) {
    while (left[0] && compareBytes(left[0].path, resource.path) < 0)
      yield* (await left.shift()?.files()) ?? [];
    yield fileOf(resource);
  }
  for (const { files } of left) yield* await files();
}

/** Writes the last entries of an archive: the manifest after all other files, then its signature. */
export async function addManifestAndSignature(
  archive: ArchiveWriter,
  manifest: string,
  signingKey: SigningKey | undefined,
): Promise<void> {
  const add = (file: string, bytes: Buffer) =>
    archive.add(packedEntry(file, packable(bytes, file, archive.compresses)));
  const bytes = Buffer.from(manifest);
  await add(MANIFEST_FILE, bytes);
  if (signingKey) await add(SIGNATURE_FILE, Buffer.from(signatureOf(bytes, signingKey)));
}
