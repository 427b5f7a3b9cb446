import type fs from 'node:fs';

/**
 * Whether a file has several names and another owner than its folder: somebody may have linked a file into the folder
 * that they could not have copied. With the same owner it is an ordinary file.
 * @param folderUid the owner of the folder
 */
export function isForeignHardLink(
  { nlink, uid }: Pick<fs.Stats, 'nlink' | 'uid'>,
  folderUid: number,
): boolean {
  return nlink > 1 && uid !== folderUid;
}
