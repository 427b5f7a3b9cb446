import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { createArchive } from './archive.ts';
import { archiveFolder, withoutFolder } from './archive-folder.ts';
import { packable, packedEntry } from './deflate.ts';
import { DELTA_FILE, DELTA_SIGNATURE_FILE, DELTA_SUMS_FILE } from './delta.ts';
import { publicKeyOfSigner, type SigningKey } from './ed25519.ts';
import { bytesOf } from './file-range.ts';
import { inFolder } from './move-to-folder.ts';
import { MANIFEST_FILE, SIGNATURE_FILE } from './own-files.ts';
import { archiveKind, readArchive } from './read.ts';
import { deltaSignatureFiles } from './sign-delta.ts';
import { signatureOf } from './signature.ts';
import { type Contents, judge, type Verification } from './verification.ts';
import { contentsOfArchive, contentsOfFolder } from './verify-source.ts';
import { writeWhole } from './whole-file.ts';
import type { Archived, ZipEntry } from './zip.ts';
import { zipSpans } from './zip-spans.ts';

/** Result of signing; `archived` is null for a folder. */
export type SignedBundle = Readonly<{ verification: Verification; archived: Archived | null }>;

/**
 * Signs a bundle or delta in place. An archive is rewritten next to itself and then replaced; in a folder, the
 * signature goes next to the manifest. Replaces an existing signature. Signs only complete bundles that have not
 * changed since they were packed.
 * @throws OffprintError `integrity` if it is incomplete or has changed, `usage` if it cannot be read or written,
 *   `conflict` if it changes meanwhile, `disk-full`; the signal's reason
 */
export async function signBundle(given: string, key: SigningKey, signal: AbortSignal): Promise<SignedBundle> {
  const isFolder = fs.statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
  const before = isFolder ? '' : await stampOf(given);
  const contents = isFolder ? await contentsOfFolder(given, signal) : await contentsOfArchive(given, signal);
  const added = signatureFiles(contents, key);
  const verification = judge(withFiles(contents, added), isFolder ? 'folder' : 'archive', [ownKey(key)]);
  const [fault] = verification.faults;
  if (verification.verdict !== 'valid') {
    throw new OffprintError(
      'integrity',
      `${given} has changed since it was packed, so it was not signed: ${fault?.text ?? verification.verdict} Export it again, or fetch it again from its source.`,
    );
  }
  if (isFolder) {
    await writeWhole(path.join(given, SIGNATURE_FILE), ({ unfinished }) =>
      fs.promises.writeFile(unfinished, added.get(SIGNATURE_FILE) ?? '', { flush: true }),
    );
    return { verification, archived: null };
  }
  const { mode } = await fs.promises.stat(given);
  const archived = await writeWhole(given, async ({ unfinished }) => {
    const write = archiveKind(given) === 'zip' ? addToZip : addToTar;
    const written = await write(given, unfinished, added, signal);
    await fs.promises.chmod(unfinished, mode & 0o777);
    if ((await stampOf(given)) === before) return written;
    throw new OffprintError('conflict', `${given} was changed while it was being signed. Sign it again.`);
  });
  return { verification, archived };
}

/** Files that signing adds, by path and in order. */
type Added = ReadonlyMap<string, Buffer>;

const REPLACED = new Set([SIGNATURE_FILE, DELTA_SUMS_FILE, DELTA_SIGNATURE_FILE]);

function signatureFiles({ files, kept }: Contents, key: SigningKey): Added {
  if (files.keys().next().value === DELTA_FILE) {
    const signed = new Map([...files].filter(([name]) => !REPLACED.has(name)));
    return deltaSignatureFiles(signed, key);
  }
  const manifest = kept.get(MANIFEST_FILE);
  return new Map(manifest && [[SIGNATURE_FILE, Buffer.from(signatureOf(manifest, key))]]);
}

function withFiles({ files, kept }: Contents, added: Added): Contents {
  const others = [...files].filter(([name]) => !REPLACED.has(name));
  const sizes = [...added].map(([name, bytes]): (typeof others)[number] => [
    name,
    { sha256: '', sizeBytes: bytes.length },
  ]);
  return { files: new Map([...others, ...sizes]), kept: new Map([...kept, ...added]) };
}

function ownKey(key: SigningKey): Parameters<typeof judge>[2][number] {
  const publicKey = publicKeyOfSigner(key);
  return { publicKey, name: '', isOwn: true, revokedAt: null, revokedReason: null };
}

/** Copies compressed data without inflating or deflating it. */
async function addToZip(given: string, out: string, added: Added, signal: AbortSignal): Promise<Archived> {
  const source = await fs.promises.open(given);
  try {
    const folder = await archiveFolder(given, 'zip');
    const whole = await createArchive(out, 'zip');
    try {
      const archive = folder === undefined ? whole : await inFolder(whole, folder);
      for await (const span of zipSpans(given, undefined, signal)) {
        if (span.kind !== 'entry' || span.entry.path.endsWith('/')) continue;
        const path = withoutFolder(span.entry.path, folder);
        if (REPLACED.has(path)) continue;
        const { offset, compressedBytes: sizeBytes } = span.entry;
        const data = bytesOf(source, [{ offset: offset + span.header.length, sizeBytes }]);
        await archive.add({ ...span.entry, path, data });
      }
      for (const entry of addedEntries(added, true)) await archive.add(entry);
      return await whole.finish();
    } catch (error) {
      await whole.abandon().catch(() => {});
      throw error;
    }
  } finally {
    await source.close();
  }
}

async function addToTar(given: string, out: string, added: Added, signal: AbortSignal): Promise<Archived> {
  const folder = await archiveFolder(given, 'tar.gz');
  const whole = await createArchive(out, 'tar.gz');
  try {
    const archive = folder === undefined ? whole : await inFolder(whole, folder);
    for await (const { path: name, sizeBytes, open } of readArchive(given)) {
      signal.throwIfAborted();
      if (REPLACED.has(name)) continue;
      const sizes = { sizeBytes, compressedBytes: sizeBytes };
      await archive.add({ path: name, method: 0, crc32: 0, ...sizes, data: await open() });
    }
    for (const entry of addedEntries(added, false)) await archive.add(entry);
    return await whole.finish();
  } catch (error) {
    await whole.abandon().catch(() => {});
    throw error;
  }
}

function addedEntries(added: Added, compress: boolean): ZipEntry[] {
  return [...added].map(([name, bytes]) => packedEntry(name, packable(bytes, name, compress)));
}

/** Changes whenever the file changes. */
async function stampOf(file: string): Promise<string> {
  const stat = await fs.promises.stat(file).catch(() => undefined);
  if (!stat) throw new OffprintError('usage', `There is no file ${file}. Check the path.`);
  return `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}
