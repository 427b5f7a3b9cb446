import { OffprintError } from '../errors.ts';
import { contentDigest } from './content-digest.ts';
import {
  DELTA_FILE,
  DELTA_SIGNATURE_FILE,
  DELTA_SUMS_FILE,
  type DeltaHeader,
  parseDeltaHeader,
} from './delta.ts';
import { HEADER_BYTES_MAX } from './delta-limits.ts';
import type { FoundFile, Keep } from './found-file.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { MANIFEST_FILE, OPERATOR_FILE, SIGNATURE_FILE } from './own-files.ts';
import { isCutOff } from './reading-faults.ts';
import { checkedSignature, SIGNATURE_BYTES_MAX, type Signature } from './signature.ts';
import { type Signer, signerOf, type TrustedKey } from './trust.ts';
import { type VerificationVerdict, verdictOf, verdictOfSigner } from './verification-verdict.ts';

export const faultKinds = [
  /** A file differs from what was packed. */
  'changed',
  /** A file is missing. */
  'missing',
  /** A file was added after packing. */
  'unexpected',
  /** The files are in a different order than when packed. */
  'order',
  /** The manifest contradicts itself. */
  'digest',
  /** The signature does not match the signed content. */
  'signature',
  /** The archive cannot be read, or was not written by Offprint. */
  'structure',
  /** A volume is missing, altered or from another archive. */
  'volume',
] as const;

export type VerificationFault = Readonly<{
  /** A file of the bundle; empty if the fault concerns the archive itself. */
  path: string;
  kind: (typeof faultKinds)[number];
  /** Message for people. */
  text: string;
}>;

export type Verification = Readonly<{
  verdict: VerificationVerdict;
  kind: 'bundle' | 'delta';
  /** Set for a bundle whose manifest could be read. */
  manifest: Omit<Manifest, 'files'> | null;
  /** Set for a delta whose header could be read. */
  delta: DeltaHeader | null;
  /** Null if there is no valid signature. */
  signer: Signer | null;
  /** Content of the signature file, so the signer can be judged again when trusted keys change. */
  signature: Signature | null;
  faults: readonly VerificationFault[];
  /** Files that an operator added after the export; no signature covers them. */
  operatorFiles: readonly string[];
}>;

type FileFacts = Pick<FoundFile, 'sha256' | 'sizeBytes' | 'isDamaged'>;

/** Files found, in archive order. */
export type Contents = Readonly<{
  files: ReadonlyMap<string, FileFacts>;
  kept: ReadonlyMap<string, Buffer>;
}>;

/**
 * Where the files come from. An `archive` has an order and, if signed, must not contain an operator's file; a
 * `repacked` one was written by another program; a `folder` has no order.
 */
export type Container = 'archive' | 'repacked' | 'folder';

/** The manifest of a million files has about 200 MB. */
const MANIFEST_BYTES_MAX = 256 * 2 ** 20;

/** Files whose content verification needs. */
export const keepOwnFiles: Keep = (path) => {
  if (path === MANIFEST_FILE || path === DELTA_SUMS_FILE) return MANIFEST_BYTES_MAX;
  if (path === SIGNATURE_FILE || path === DELTA_SIGNATURE_FILE) return SIGNATURE_BYTES_MAX;
  return path === DELTA_FILE ? HEADER_BYTES_MAX : undefined;
};

/** Collects all files of the stream. @throws errors of the stream */
export async function contentsOf(found: AsyncIterable<FoundFile>): Promise<Contents> {
  const files = new Map<string, FileFacts>();
  const kept = new Map<string, Buffer>();
  for await (const { path, bytes, ...facts } of found) {
    files.set(path, facts);
    if (bytes) kept.set(path, bytes);
  }
  return { files, kept };
}

/** Whether there is a signature file, valid or not. */
export function isSigned({ files }: Contents): boolean {
  return files.has(SIGNATURE_FILE) || files.has(DELTA_SIGNATURE_FILE);
}

/** Compares the files found with the manifest and checks the signature and its key. */
export function judge(
  contents: Contents,
  container: Container,
  trusted: readonly TrustedKey[],
): Verification {
  const isDelta = container !== 'folder' && contents.files.keys().next().value === DELTA_FILE;
  return isDelta ? judgeDelta(contents, trusted) : judgeBundle(contents, container, trusted);
}

/** Judges a verified bundle again by the currently trusted keys: one may have been added or revoked since. */
export function judgedAgain(verification: Verification, trusted: readonly TrustedKey[]): Verification {
  const { signature, verdict } = verification;
  if (!signature || verdict === 'altered' || verdict === 'incomplete') return verification;
  const signer = signerOf(signature, trusted);
  return { ...verification, signer, verdict: verdictOfSigner(signer) };
}

/**
 * Verification result for an archive that cannot be read to the end.
 * @throws every error that is not about the archive
 */
export function unreadable(error: unknown): Verification {
  if (!(error instanceof OffprintError) || error.code !== 'integrity') throw error;
  return {
    ...NOTHING,
    verdict: isCutOff(error) ? 'incomplete' : 'altered',
    kind: 'bundle',
    faults: [{ path: '', kind: 'structure', text: error.message }],
  };
}

const NOTHING = { manifest: null, delta: null, signer: null, signature: null, operatorFiles: [] } as const;

function judgeBundle(
  { files, kept }: Contents,
  container: Container,
  trusted: readonly TrustedKey[],
): Verification {
  const text = kept.get(MANIFEST_FILE);
  if (!text) return { ...NOTHING, verdict: 'incomplete', kind: 'bundle', faults: [NO_MANIFEST] };
  const signed = signatureIn(kept, SIGNATURE_FILE, text, trusted);
  const parsed = tolerant(() => parseManifest(text.toString('utf8')));
  if (parsed instanceof OffprintError)
    return { ...unreadable(parsed), signer: signed.signer, signature: signed.signature };
  const { files: listed, ...manifest } = parsed;
  const own = [MANIFEST_FILE, ...(signed.isThere ? [SIGNATURE_FILE] : [])];
  // A signed archive contains only what was packed; operators add their file after unpacking it.
  const allowed = container === 'archive' && signed.isThere ? [] : [OPERATOR_FILE];
  const isListed = listed.some(({ path }) => path === OPERATOR_FILE);
  const operatorFiles = isListed ? [] : allowed.filter((path) => files.has(path));
  const faults = [
    ...signed.faults,
    ...damaged(files),
    ...compared(files, listed, [...own, ...operatorFiles]),
    ...(contentDigest(listed) === manifest.digest ? [] : [WRONG_DIGEST]),
  ];
  if (signed.isThere && container !== 'folder' && faults.length === 0)
    faults.push(...inOrder(files, [...listed.map(({ path }) => path), ...own]));
  const verdict = verdictOf(faults, signed);
  const { signer, signature } = signed;
  return { verdict, kind: 'bundle', manifest, delta: null, signer, signature, faults, operatorFiles };
}

function judgeDelta({ files, kept }: Contents, trusted: readonly TrustedKey[]): Verification {
  const header = tolerant(() => parseDeltaHeader(kept.get(DELTA_FILE)?.toString('utf8') ?? ''));
  if (header instanceof OffprintError) return { ...unreadable(header), kind: 'delta' };
  const sums = kept.get(DELTA_SUMS_FILE);
  const signed = signatureIn(kept, DELTA_SIGNATURE_FILE, sums ?? Buffer.alloc(0), trusted);
  const faults = [...signed.faults, ...damaged(files)];
  if (signed.isThere || sums) {
    const listed = (sums ?? Buffer.alloc(0)).toString('utf8').split('\n').slice(0, -1);
    const wanted = listed.map((line) => ({ sha256: line.slice(0, 64), path: line.slice(66) }));
    const own = [DELTA_SUMS_FILE, DELTA_SIGNATURE_FILE];
    faults.push(...compared(files, wanted, own));
    if (faults.length === 0) faults.push(...inOrder(files, [...wanted.map(({ path }) => path), ...own]));
  }
  const verdict = verdictOf(faults, signed);
  const { signer, signature } = signed;
  return { ...NOTHING, verdict, kind: 'delta', delta: header, signer, signature, faults };
}

type Signed = Readonly<{
  isThere: boolean;
  signer: Signer | null;
  signature: Signature | null;
  faults: readonly VerificationFault[];
}>;

function signatureIn(
  kept: ReadonlyMap<string, Buffer>,
  path: string,
  content: Buffer,
  trusted: readonly TrustedKey[],
): Signed {
  const file = kept.get(path);
  if (!file) return { isThere: false, signer: null, signature: null, faults: [] };
  const signature = checkedSignature(content, file);
  if (signature) return { isThere: true, signer: signerOf(signature, trusted), signature, faults: [] };
  const text = `${path} does not match the manifest it signs: one of the two was altered.`;
  return { isThere: true, signer: null, signature: null, faults: [{ path, kind: 'signature', text }] };
}

function damaged(files: Contents['files']): VerificationFault[] {
  return [...files].flatMap(([path, { isDamaged }]) => {
    const text = `${path} is damaged, or was altered after it was packed.`;
    return isDamaged ? [{ path, kind: 'changed', text }] : [];
  });
}

function compared(
  files: Contents['files'],
  listed: readonly Readonly<{ path: string; sha256: string; sizeBytes?: number }>[],
  own: readonly string[],
): VerificationFault[] {
  const faults: VerificationFault[] = [];
  const expected = new Set(own);
  for (const { path, sha256, sizeBytes } of listed) {
    expected.add(path);
    const found = files.get(path);
    if (!found) faults.push({ path, kind: 'missing', text: `${path} is missing.` });
    else if (
      !found.isDamaged &&
      (found.sha256 !== sha256 || found.sizeBytes !== (sizeBytes ?? found.sizeBytes))
    ) {
      const text = `${path} has changed since it was packed (its SHA-256 does not match).`;
      faults.push({ path, kind: 'changed', text });
    }
  }
  for (const path of own)
    if (!files.has(path)) faults.push({ path, kind: 'missing', text: `${path} is missing.` });
  for (const path of files.keys()) {
    if (expected.has(path)) continue;
    faults.push({ path, kind: 'unexpected', text: `${path} was added after the export.` });
  }
  return faults;
}

function inOrder(files: Contents['files'], wanted: readonly string[]): VerificationFault[] {
  let index = 0;
  for (const path of files.keys()) {
    if (path === wanted[index++]) continue;
    const text = `${path} is in a different place in the archive than when it was packed.`;
    return [{ path, kind: 'order', text }];
  }
  return [];
}

function tolerant<T>(parse: () => T): T | OffprintError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof OffprintError && error.code === 'integrity') return error;
    throw error;
  }
}

const NO_MANIFEST: VerificationFault = {
  path: MANIFEST_FILE,
  kind: 'missing',
  text: `${MANIFEST_FILE} is missing, so the bundle is incomplete or was not made by Offprint.`,
};

const WRONG_DIGEST: VerificationFault = {
  path: MANIFEST_FILE,
  kind: 'digest',
  text: `${MANIFEST_FILE} has been altered: its digest does not match its list of files.`,
};
