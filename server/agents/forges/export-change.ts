import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { BranchName, ObjectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';

export type ExportedFile = Readonly<{ name: string; sizeBytes: number; sha256: string }>;

/**
 * Writes the change of a job for a drive that is carried by hand: `change.bundle` for `git fetch`, `change.patch` for
 * `git am`, and `SHA256SUMS` for `sha256sum --check`. An earlier export in the folder is replaced.
 * @param folder is created; nothing else may lie in it that is called like these three
 */
export async function exportChange(
  mirror: Mirror,
  change: Readonly<{ base: ObjectId; branch: BranchName; commit: ObjectId }>,
  folder: string,
): Promise<readonly ExportedFile[]> {
  const { git, repository } = mirror;
  const place = path.resolve(folder);
  fs.mkdirSync(place, { recursive: true });
  // Of this call alone: another may be at work in the same folder.
  const unfinished = fs.mkdtempSync(path.join(place, '.unfinished-'));
  try {
    const bundle = path.join(unfinished, 'change.bundle');
    await git.run('bundle', [bundle, change.base, change.branch], { repository });
    await git.run('verifyBundle', [bundle], { repository });
    const patch = await git.run('patches', [change.base, change.commit], { repository });
    fs.writeFileSync(path.join(unfinished, 'change.patch'), patch);
    const files = ['change.bundle', 'change.patch'].map((name) => {
      const content = fs.readFileSync(path.join(unfinished, name));
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { name, sizeBytes: content.length, sha256 };
    });
    const sums = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
    fs.writeFileSync(path.join(unfinished, 'SHA256SUMS'), sums);
    for (const name of [...files.map((file) => file.name), 'SHA256SUMS']) {
      const from = path.join(unfinished, name);
      const descriptor = fs.openSync(from, 'r+');
      fs.fsyncSync(descriptor);
      fs.closeSync(descriptor);
      fs.renameSync(from, path.join(place, name));
    }
    return files;
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}
