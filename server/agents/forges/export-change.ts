import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { BranchName, ObjectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';

export type ExportedFile = Readonly<{ name: string; sizeBytes: number; sha256: string }>;

/**
 * Exports the change of a job as files to carry on a drive: `change.bundle` for `git fetch`, `change.patch` for `git
 * am`, and `SHA256SUMS` for `sha256sum --check`. Replaces an earlier export in the folder.
 * @param folder created if it does not exist; any files in it with these three names are replaced
 */
export async function exportChange(
  mirror: Mirror,
  change: Readonly<{ base: ObjectId; branch: BranchName; commit: ObjectId }>,
  folder: string,
): Promise<readonly ExportedFile[]> {
  const { git, repository } = mirror;
  const place = path.resolve(folder);
  fs.mkdirSync(place, { recursive: true });
  // Unique to this call, as another export may be writing to the same folder.
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
