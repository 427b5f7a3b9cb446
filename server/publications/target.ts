import { createHash } from 'node:crypto';
import { OffprintError } from '../errors.ts';

/** A file as a target lists it; its path is relative to what was listed, with `/`. */
export type TargetFile = Readonly<{ path: string; sizeBytes: number }>;

/** What is written to a target. */
export type OutgoingFile = Readonly<{ path: string; sizeBytes: number; sha256: string }>;

/** The content of a file from a place on; to be asked for once. */
export type Content = (from: number) => AsyncIterable<Buffer>;

/** What a target can do, found out by looking at it. */
export type Capabilities = Readonly<{
  /** How readers are led to the current version; both are switched at once, by one operation of the target. */
  pointer: 'link' | 'file' | 'object';
  /** A file that was cut off goes on where it ended. */
  resumesFiles: boolean;
  /** What an earlier version has is taken over there, without being sent. */
  copies: boolean;
  /** Null: the target does not say. */
  freeBytes: number | null;
  /** Of one file; null: no limit that is known. */
  maxFileBytes: number | null;
  /** A second writer is kept away by the target itself, not only by agreement. */
  exclusiveLock: boolean;
}>;

/**
 * A place where versions are kept. Paths are relative to its root, with `/`. Every method fails with an OffprintError:
 * `target-unreachable` where another try may help, `target-refused` (credentials, rights, certificates), `target-full`;
 * or with the reason of the signal that the target was opened with.
 */
export type Target = Readonly<{
  capabilities: () => Promise<Capabilities>;
  /** Why it can hold no file of this path; undefined: it can. */
  cannotHold: (path: string) => string | undefined;
  /** All files below a folder, to any depth; none where there is no such folder. */
  list: (folder: string) => Promise<TargetFile[]>;
  /** Files directly in a folder; none where there is no such folder. */
  names: (folder: string) => Promise<string[]>;
  /** Null where there is no such file. A chunk holds until the next one is asked for. */
  read: (path: string) => Promise<AsyncIterable<Buffer> | null>;
  /** SHA-256 of a file, where the target has computed it itself from what it has stored; undefined: it has not. */
  digest?: (path: string) => Promise<string | undefined>;
  /**
   * Brings a file to its name when it is whole, not before; one that is there is replaced, never changed in place.
   * @param onBytes told of bytes that have arrived, also by an earlier try
   */
  write: (file: OutgoingFile, content: Content, onBytes: (count: number) => void) => Promise<void>;
  /** A new name for what is there, without sending it. False where that cannot be done. */
  copy: (from: string, to: string) => Promise<boolean>;
  /** Writes a small file unless there is one of that name. False when there is. */
  create: (path: string, text: string) => Promise<boolean>;
  /** Removes a file, or a folder with all that is in it. Nothing happens where there is none. */
  remove: (path: string) => Promise<void>;
  /** What was written outlasts a power failure. */
  settle: () => Promise<void>;
  /** The version that readers see; null: none. */
  current: () => Promise<string | null>;
  /** Leads readers to a version, at once. */
  switchTo: (version: string) => Promise<void>;
  close: () => Promise<void>;
}>;

/** Small files of ours; whatever is longer is none. */
const SMALL_BYTES_MAX = 256 * 2 ** 20;

/** @returns undefined where there is no such file */
export async function readText(target: Target, path: string): Promise<string | undefined> {
  const content = await target.read(path);
  if (content === null) return undefined;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    if (sizeBytes > SMALL_BYTES_MAX) {
      throw new OffprintError(
        'conflict',
        `${path} on the target is too large to be an Offprint file. Check what it is, and move it elsewhere.`,
      );
    }
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Writes a small file, or puts it in the place of another one. */
export async function writeText(target: Target, path: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await target.write({ path, sizeBytes: bytes.length, sha256 }, contentOf(bytes), () => {});
}

/** Bytes as the content of a file. */
export function contentOf(bytes: Buffer): Content {
  return async function* (from) {
    if (from < bytes.length) yield bytes.subarray(from);
  };
}
