import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import tar from 'tar-stream';
import { OffprintError, systemCode } from '../errors.ts';
import { ownChunks } from '../file-chunks.ts';
import { GZIP_HEADER } from './archive.ts';
import { folderNamed, pathIn } from './archive-folder.ts';
import { type FoundFile, foundFile, type Keep } from './found-file.ts';
import { assertAlone, assertHarmless } from './read.ts';
import { cutOff, notAsWritten, readingFault } from './reading-faults.ts';

/**
 * Reads a tar.gz from a stream in a single forward pass. Rejects entries that archive.ts would not write, and data
 * after the end. Memory grows only with the number of files.
 * @throws OffprintError `integrity` if another program wrote it, it was altered, or it is cut off (isCutOff)
 */
export async function* readStrictTar(source: AsyncIterable<Buffer>, keep: Keep): AsyncGenerator<FoundFile> {
  const gunzip = zlib.createGunzip();
  const extract = tar.extract();
  let fedBytes = 0;
  let header: Buffer = Buffer.alloc(0);
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      fedBytes += chunk.length;
      const missing = GZIP_HEADER.length - header.length;
      if (missing > 0) header = Buffer.concat([header, chunk.subarray(0, missing)]);
      yield chunk;
    }
  };
  const feeding = pipeline(Readable.from(ownChunks(counted()), { objectMode: false }), gunzip, extract);
  feeding.catch(() => {}); // surfaces in the loop
  const files = new Set<string>();
  const folders = new Set<string>();
  let folder: string | undefined;
  let isFirst = true;
  try {
    for await (const entry of extract) {
      const { name: whole, type, mode, uid, gid, mtime } = entry.header;
      const isAsWritten = uid === 0 && gid === 0 && mtime?.getTime() === 0;
      if (isFirst && type === 'directory') folder = folderNamed(whole.replace(/\/*$/, '/'));
      const isFolder = isFirst && folder !== undefined;
      isFirst = false;
      if (isFolder) {
        assertHarmless(folder ?? '');
        if (mode !== 0o755 || !isAsWritten) throw notAsWritten(`the header of "${whole}" was altered`);
        entry.resume();
        continue;
      }
      const name = pathIn(folder, whole);
      assertHarmless(name);
      if (type !== 'file') {
        throw new OffprintError(
          'integrity',
          `The archive contains "${name}", which is not a regular file. Do not unpack it.`,
        );
      }
      assertAlone(name, files, folders);
      if (mode !== 0o644 || !isAsWritten) {
        throw notAsWritten(`the header of "${name}" was altered`);
      }
      yield await foundFile(name, Readable.from(entry), keep);
    }
    await feeding;
  } catch (error) {
    const isEnd = systemCode(error) === 'Z_BUF_ERROR' || String(error).includes('Unexpected end of data');
    throw isEnd ? cutOff(error) : readingFault('The archive', error);
  }
  if (!header.equals(GZIP_HEADER)) throw notAsWritten('its first bytes were altered');
  // zlib ignores bytes after the compressed data; gzip only warns about them.
  if (gunzip.bytesWritten !== fedBytes) throw notAsWritten('there is data after its end');
}
