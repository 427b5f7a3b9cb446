import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import tar from 'tar-stream';
import type { BundleFormat } from '../store/bundles.ts';
import { closed } from './closed.ts';
import { createZip, type ZipEntry, type ZipWriter } from './zip.ts';

/** Writes entries in the order given; the same entries give the same bytes. */
export type ArchiveWriter = Omit<ZipWriter, 'add'> &
  Readonly<{
    /** Whether each entry is compressed on its own, so it can be copied from one archive to another. */
    compresses: boolean;
    add: (entry: ZipEntry) => Promise<Readonly<{ dataOffset: number }> | undefined>;
  }>;

/** @param file created or overwritten; the caller renames it once `finish` has returned */
export async function createArchive(file: string, format: BundleFormat): Promise<ArchiveWriter> {
  return format === 'zip' ? { ...(await createZip(file)), compresses: true } : createTarGz(file);
}

/** RFC 1952 §2.3: deflate, no name, no time. zlib would write the OS it runs on; this is always Unix. */
export const GZIP_HEADER = Buffer.from('1f8b0800000000000003', 'hex');

/** tar (POSIX ustar with pax headers for long names) in gzip. */
function createTarGz(file: string): ArchiveWriter {
  const archive = tar.pack();
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const output = fs.createWriteStream(file, { mode: 0o600, flush: true });
  const done = pipeline(
    archive,
    zlib.createGzip({ level: 6 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (sizeBytes === 0) GZIP_HEADER.copy(chunk);
        hash.update(chunk);
        sizeBytes += chunk.length;
        yield chunk;
      }
    },
    output,
  );
  done.catch(() => {}); // reported by finish
  return {
    compresses: false,
    add: async (entry: ZipEntry) => {
      const isFolder = entry.path.endsWith('/');
      const header = {
        name: entry.path,
        type: isFolder ? ('directory' as const) : ('file' as const),
        size: entry.sizeBytes,
        mode: isFolder ? 0o755 : 0o644,
        mtime: new Date(0),
        uid: 0,
        gid: 0,
      };
      await new Promise<void>((resolve, reject) => {
        const ended = (error?: Error | null): void => (error ? reject(error) : resolve());
        done.catch(reject);
        if (entry.data instanceof Uint8Array) archive.entry(header, Buffer.from(entry.data), ended);
        else pipeline(entry.data, archive.entry(header, ended)).catch(reject);
      });
      return undefined;
    },
    finish: async () => {
      archive.finalize();
      await done;
      return { sizeBytes, sha256: hash.digest('hex') };
    },
    abandon: async () => {
      archive.destroy();
      await done.catch(() => {});
      await closed(output);
    },
  };
}
