import type fs from 'node:fs';

/**
 * Whether a file has several names and belongs to another user than the folder in which it stands: somebody may have
 * linked a file into the folder that they could not have copied. With the same owner it is a file like any other.
 * @param folderUid the owner of the folder
 */
export function isForeignHardLink(
  { nlink, uid }: Pick<fs.Stats, 'nlink' | 'uid'>,
  folderUid: number,
): boolean {
  return nlink > 1 && uid !== folderUid;
}
