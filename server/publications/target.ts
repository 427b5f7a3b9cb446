import { createHash } from 'node:crypto';
import { OffprintError } from '../errors.ts';

/** A file in a target's listing; its path is relative to the listed folder, with `/`. */
export type TargetFile = Readonly<{ path: string; sizeBytes: number }>;

/** A file to write to a target. */
export type OutgoingFile = Readonly<{ path: string; sizeBytes: number; sha256: string }>;

/** Content of a file from an offset on; can be read only once. */
export type Content = (from: number) => AsyncIterable<Buffer>;

/** Capabilities of a target, determined by inspecting it. */
export type Capabilities = Readonly<{
  /** Kind of pointer to the current version. All kinds are switched by a single operation of the target. */
  pointer: 'link' | 'file' | 'object';
  /** Interrupted file transfers can be resumed. */
  resumesFiles: boolean;
  /** Files of an earlier version can be copied on the target, without sending them. */
  copies: boolean;
  /** Null if the target does not report it. */
  freeBytes: number | null;
  /** Maximum size of a file; null if no limit is known. */
  maxFileBytes: number | null;
  /** Whether the target itself enforces the lock, not only an agreement among writers. */
  exclusiveLock: boolean;
}>;

/**
 * A place where versions are published. Paths are relative to its root, with `/`. Every method fails with an
 * OffprintError: `target-unreachable` if a retry may help, `target-refused` (credentials, permissions, certificates),
 * `target-full`; or with the reason of the signal that the target was opened with.
 */
export type Target = Readonly<{
  capabilities: () => Promise<Capabilities>;
  /** Returns why a file with this path cannot be stored; undefined if it can. */
  cannotHold: (path: string) => string | undefined;
  /** All files below a folder, recursively; none if there is no such folder. */
  list: (folder: string) => Promise<TargetFile[]>;
  /** Files directly in a folder; none if there is no such folder. */
  names: (folder: string) => Promise<string[]>;
  /** Null if there is no such file. A chunk is valid only until the next one is requested. */
  read: (path: string) => Promise<AsyncIterable<Buffer> | null>;
  /** SHA-256 of a file if the target has computed it from the stored content; otherwise undefined. */
  digest?: (path: string) => Promise<string | undefined>;
  /**
   * Writes a file atomically: it gets its name only when complete. Replaces an existing file, never changes it in
   * place.
   * @param onBytes called with the number of bytes stored, including those of an earlier attempt
   */
  write: (file: OutgoingFile, content: Content, onBytes: (count: number) => void) => Promise<void>;
  /** Copies a file on the target without sending it. False if that is not possible. */
  copy: (from: string, to: string) => Promise<boolean>;
  /** Creates a small file. False if it exists already. */
  create: (path: string, text: string) => Promise<boolean>;
  /** Removes a file, or a folder with its contents. Does nothing if there is none. */
  remove: (path: string) => Promise<void>;
  /** Makes writes durable, so they survive a power failure. */
  settle: () => Promise<void>;
  /** The version that readers see; null if there is none. */
  current: () => Promise<string | null>;
  /** Switches readers to a version, atomically. */
  switchTo: (version: string) => Promise<void>;
  close: () => Promise<void>;
}>;

/** Maximum size of Offprint's own text files; a longer file is not one. */
const SMALL_BYTES_MAX = 256 * 2 ** 20;

/** @returns undefined if there is no such file */
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

/** Writes a small file, replacing an existing one. */
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
