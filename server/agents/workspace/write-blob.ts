import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type ObjectId, objectId } from './git-arguments.ts';

const deflate = promisify(zlib.deflate);

/**
 * Stores a file's content as a loose object (gitrepository-layout(5)), like `git hash-object -w --no-filters`, but
 * without a process per file: the deflated header and content, named by the SHA-1 of both.
 * @param repository bare repository with SHA-1 objects
 * @returns the object ID
 */
export async function writeBlob(repository: string, content: Uint8Array): Promise<ObjectId> {
  const bytes = Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]);
  const object = objectId(createHash('sha1').update(bytes).digest('hex'));
  const folder = path.join(repository, 'objects', object.slice(0, 2));
  const file = path.join(folder, object.slice(2));
  if (fs.existsSync(file)) return object;
  fs.mkdirSync(folder, { recursive: true });
  // git gc removes files with this prefix that a killed process leaves behind.
  const fresh = path.join(folder, `tmp_obj_${randomBytes(6).toString('hex')}`);
  await fs.promises.writeFile(fresh, await deflate(bytes, { level: 1 }));
  await fs.promises.rename(fresh, file);
  return object;
}
