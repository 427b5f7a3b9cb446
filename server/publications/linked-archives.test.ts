import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linkedArchive } from './layout.ts';
import { type ArchiveToLink, putLinkedArchive } from './linked-archives.ts';
import { temporary } from './publishing.test-support.ts';
import type { Target } from './target.ts';
import { openFolder } from './targets/folder.ts';

/** Archives for download links. A folder replaces object storage, which test/peers/s3.test.ts covers. */
const data = temporary('data');
const bytes = Buffer.alloc(700_000, 'The quick brown fox. ');
const archive: ArchiveToLink = {
  jobId: 'se_0000000000000000',
  format: 'zip',
  file: 'bundle.zip',
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
};
fs.writeFileSync(path.join(data, archive.file), bytes);

const { signal } = new AbortController();
const put = (target: Target, change: Partial<ArchiveToLink> = {}): Promise<boolean> =>
  putLinkedArchive(target, { ...archive, ...change }, data, signal);

test('an archive is sent once, and anew where it is not whole', async () => {
  const root = temporary('store');
  const target = await openFolder({ root, signal });
  const file = path.join(root, linkedArchive(archive));
  expect(await put(target)).toBe(true);
  expect(fs.readFileSync(file)).toEqual(bytes);
  expect(await put(target)).toBe(false);
  fs.truncateSync(file, 10);
  expect(await put(target)).toBe(true);
  expect(fs.readFileSync(file)).toEqual(bytes);
});

test('one that comes back altered is removed there, and said', async () => {
  const root = temporary('store');
  const target = await openFolder({ root, signal });
  const altering: Target = {
    ...target,
    read: async (place) => {
      const content = await target.read(place);
      return content && zeroed(content);
    },
  };
  await expect(put(altering)).rejects.toMatchObject({ code: 'integrity' });
  expect(fs.existsSync(path.join(root, linkedArchive(archive)))).toBe(false);
});

test('one whose file is gone here says so', async () => {
  const target = await openFolder({ root: temporary('store'), signal });
  await expect(put(target, { file: 'absent.zip' })).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('Export the site again'),
  });
});

async function* zeroed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) yield Buffer.alloc(chunk.length);
}
