import fs from 'node:fs';
import path from 'node:path';
import { applyDelta } from '../bundles/apply-delta.ts';
import { createArchive } from '../bundles/archive.ts';
import { archiveFolder } from '../bundles/archive-folder.ts';
import { bundlesAt } from '../bundles/bundles-at.ts';
import { addEntry } from '../bundles/convert.ts';
import type { DeltaHeader } from '../bundles/delta.ts';
import { parseManifest } from '../bundles/manifest.ts';
import { moveToFolder } from '../bundles/move-to-folder.ts';
import { MANIFEST_FILE, SIGNATURE_FILE } from '../bundles/own-files.ts';
import { archiveKind, digestOfFile } from '../bundles/read.ts';
import { joinVolumes, writeStream } from '../bundles/split-volumes.ts';
import type { TrustedKey } from '../bundles/trust.ts';
import type { Verification } from '../bundles/verification.ts';
import { verifyPath } from '../bundles/verify-source.ts';
import { descriptorFor, readVolumesDescriptor } from '../bundles/volumes.ts';
import { assertRoom, writeWhole } from '../bundles/whole-file.ts';
import { OffprintError, systemCode } from '../errors.ts';
import { fileChunks } from '../file-chunks.ts';
import { openPlainFile } from '../plain-file.ts';
import type { BundleFormat } from '../store/bundles.ts';
import { missingBase } from './delta-base.ts';

export const receivingPhases = ['copying', 'verifying', 'applying'] as const;

/** Progress of receiving a bundle. */
export type Receiving = Readonly<{
  /** In the phase `applying` (of a delta to its base), no bytes are reported. */
  phase: (typeof receivingPhases)[number];
  doneBytes: number;
  totalBytes: number | null;
}>;

export type TakeInContext = Readonly<{
  /** The only folder that is written to. */
  scratchFolder: string;
  trusted: readonly TrustedKey[];
  /** Returns the base bundle of a delta, or undefined if it is not here. */
  findBase: (base: DeltaHeader['base']) => Promise<string | undefined>;
  signal: AbortSignal;
  onProgress: (progress: Receiving) => void;
}>;

export type TakenIn = Readonly<{
  verification: Verification;
  delta: DeltaHeader | null;
  /** `bundle.zip` or `bundle.tar.gz` in the scratch folder; null if the bundle is altered or incomplete. */
  archive: Readonly<{
    format: BundleFormat;
    sizeBytes: number;
    sha256: string;
    /**
     * SHA-256 of the archive as it was received. It differs if the archive had a top-level folder, which is removed.
     */
    cameAs: string;
  }> | null;
}>;

/**
 * Copies a bundle into the scratch folder and verifies the copy, so that exactly what was verified is kept, even if the
 * source changes meanwhile. The bundle is never unpacked.
 * @param source an archive, a delta, volumes, a folder with an unpacked bundle, or a folder that contains one archive
 * @throws OffprintError `usage` if nothing can be read there, `not-found` if the base of a delta is not here,
 *   `disk-full`; the reason of the signal
 */
export async function takeIn(source: string, context: TakeInContext): Promise<TakenIn> {
  const place = placeIn(source);
  try {
    if (isFolder(place)) return await packFolder(place, context);
    const descriptorFile = descriptorFor(place);
    if (descriptorFile !== undefined && fs.existsSync(descriptorFile)) {
      return await joinIn(descriptorFile, context);
    }
    return await verifyCopy(await copyIn(place, context), place, context);
  } catch (error) {
    throw context.signal.aborted ? context.signal.reason : goneFault(place, error);
  }
}

/**
 * Verifies a file that is already in the scratch folder, like takeIn.
 * @param name name to show instead of the path
 */
export async function verifyCopy(
  copy: Readonly<{ file: string; sha256?: string }>,
  name: string,
  context: TakeInContext,
): Promise<TakenIn> {
  const { scratchFolder, signal } = context;
  const verification = named(await verified(copy.file, context), copy.file, name);
  if (isBroken(verification)) return { verification, delta: null, archive: null };
  if (verification.delta) return applyIn(copy.file, verification.delta, context);
  const { sha256: cameAs, ...digest } = await digestUnlessKnown(copy, signal);
  const format = archiveKind(copy.file);
  const out = path.join(scratchFolder, `bundle.${format}`);
  if ((await archiveFolder(copy.file, format)) === undefined) {
    await fs.promises.rename(copy.file, out);
    return { verification, delta: null, archive: { format, ...digest, sha256: cameAs, cameAs } };
  }
  const moved = await moveToFolder({ from: copy.file, out, folder: null }, signal);
  await fs.promises.rm(copy.file, { force: true });
  return { verification, delta: null, archive: { format, ...moved, cameAs } };
}

/** Whether the bundle is altered or incomplete. Such bundles are never kept. */
export function isBroken({ verdict }: Pick<Verification, 'verdict'>): boolean {
  return verdict === 'altered' || verdict === 'incomplete';
}

function verified(place: string, { trusted, signal, onProgress }: TakeInContext): Promise<Verification> {
  return verifyPath(place, {
    trusted,
    signal,
    onBytes: (doneBytes, totalBytes) =>
      onProgress({ phase: 'verifying', doneBytes, totalBytes: totalBytes ?? null }),
  });
}

async function digestUnlessKnown(
  { file, sha256 }: Readonly<{ file: string; sha256?: string }>,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  if (sha256 !== undefined) return { sizeBytes: fs.statSync(file).size, sha256 };
  return digestOfFile(file, signal);
}

async function copyIn(
  file: string,
  { scratchFolder, signal, onProgress }: TakeInContext,
): Promise<{ file: string; sha256: string }> {
  const totalBytes = fs.statSync(file).size;
  const copy = path.join(scratchFolder, 'incoming');
  await assertRoom(copy, totalBytes);
  const chunks = fileChunks(openPlainFile(file, 'The bundle'), signal);
  const told = (doneBytes: number): void => onProgress({ phase: 'copying', doneBytes, totalBytes });
  return { file: copy, sha256: await writeStream(copy, chunks, signal, () => {}, told) };
}

async function joinIn(descriptorFile: string, context: TakeInContext): Promise<TakenIn> {
  const { scratchFolder, signal, onProgress } = context;
  const out = path.join(scratchFolder, 'incoming');
  try {
    refuseLinks(descriptorFile);
    const { sha256 } = await joinVolumes({ descriptorFile, out }, signal, (doneBytes, totalBytes) =>
      onProgress({ phase: 'copying', doneBytes, totalBytes }),
    );
    return await verifyCopy({ file: out, sha256 }, descriptorFile, context);
  } catch (error) {
    if (!(error instanceof OffprintError) || !['integrity', 'incomplete'].includes(error.code)) throw error;
    // Finds out which volume is missing or altered.
    const verification = await verified(descriptorFile, context);
    if (isBroken(verification)) return { verification, delta: null, archive: null };
    throw error;
  }
}

/**
 * Refuses symbolic links as volumes: volumes are beside their descriptor, and a link could point to a file that the
 * caller may not read.
 */
function refuseLinks(descriptorFile: string): void {
  const folder = path.dirname(descriptorFile);
  for (const { name } of readVolumesDescriptor(descriptorFile).volumes) {
    const stat = fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    if (!stat?.isSymbolicLink()) continue;
    throw new OffprintError(
      'usage',
      `The volume ${name} is a symbolic link. Put the volume itself in the folder.`,
    );
  }
}

/**
 * Packs an intact folder into an archive: the files in the order of the manifest, then the manifest and its signature.
 */
async function packFolder(folder: string, context: TakeInContext): Promise<TakenIn> {
  const { scratchFolder, signal, onProgress } = context;
  const verification = await verified(folder, context);
  if (isBroken(verification)) return { verification, delta: null, archive: null };
  const { files } = parseManifest(fs.readFileSync(path.join(folder, MANIFEST_FILE), 'utf8'));
  const own = [MANIFEST_FILE, ...(verification.signature ? [SIGNATURE_FILE] : [])];
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const out = path.join(scratchFolder, 'incoming');
  const { sha256 } = await writeWhole(out, async ({ unfinished, scratch }) => {
    const archive = await createArchive(unfinished, 'zip');
    try {
      let doneBytes = 0;
      for (const name of [...files.map((file) => file.path), ...own]) {
        signal.throwIfAborted();
        const fd = openPlainFile(path.join(folder, name), 'The file');
        const sizeBytes = fs.fstatSync(fd).size;
        const open = async (): Promise<fs.ReadStream> => fs.createReadStream('', { fd });
        await addEntry(archive, { path: name, sizeBytes, open }, scratch, signal);
        doneBytes += sizeBytes;
        onProgress({ phase: 'copying', doneBytes, totalBytes });
      }
      return await archive.finish();
    } catch (error) {
      await archive.abandon().catch(() => {});
      throw error;
    }
  });
  return verifyCopy({ file: out, sha256 }, folder, context);
}

async function applyIn(delta: string, header: DeltaHeader, context: TakeInContext): Promise<TakenIn> {
  const { scratchFolder, findBase, signal, onProgress } = context;
  const base = await findBase(header.base);
  if (base === undefined) throw missingBase(header);
  onProgress({ phase: 'applying', doneBytes: 0, totalBytes: null });
  const out = path.join(scratchFolder, 'made');
  await applyDelta({ base, delta, out }, signal);
  await fs.promises.rm(delta, { force: true });
  const made = await verifyCopy(
    { file: out, sha256: header.target.sha256 },
    'The bundle made from the delta',
    context,
  );
  return { ...made, delta: header };
}

/**
 * Returns the path of the bundle in a folder or drive, or the path of a bundle itself.
 * @throws OffprintError `usage` if there is no bundle, or more than one
 */
export function placeIn(source: string): string {
  if (!fs.existsSync(source)) throw new OffprintError('usage', `${source} does not exist. Check the path.`);
  const places = bundlesAt(source);
  const [place] = places;
  if (place !== undefined && places.length === 1) return place;
  const names = places.slice(0, 20).map((each) => path.basename(each));
  throw new OffprintError(
    'usage',
    place === undefined
      ? `There is no bundle in ${source}: no .zip, no .tar.gz, no .volumes.json and no ${MANIFEST_FILE}. Choose the bundle file itself, or a folder that contains one.`
      : `There are several bundles in ${path.dirname(place)}: ${names.join(', ')}. Choose one of them.`,
  );
}

function isFolder(place: string): boolean {
  return fs.statSync(place).isDirectory();
}

/** Replaces the path of the copy in faults: it would mean nothing to the caller. */
function named(verification: Verification, file: string, name: string): Verification {
  const faults = verification.faults.map((fault) => ({ ...fault, text: fault.text.replaceAll(file, name) }));
  return { ...verification, faults };
}

/** Translates the system error for a drive that was unplugged or a share that is gone. */
function goneFault(source: string, error: unknown): unknown {
  const code = systemCode(error) ?? '';
  if (!['EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'ENOTCONN', 'ENOENT', 'EBADF'].includes(code)) return error;
  return new OffprintError(
    'usage',
    `${source} can no longer be read (${code}): the drive was unplugged, or the file was moved. Nothing was kept. Plug the drive in or put the file back, then receive the bundle again.`,
    error,
  );
}
