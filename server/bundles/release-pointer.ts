/** Folder of the versions in a target, and the pointer to the one that readers see (docs/publications.md). */
export const RELEASES = 'releases';
export const CURRENT = 'current';

/** Version in a pointer that is a file or an object: `releases/2026.3`. Null if the text is not a pointer. */
export function versionOfPointer(text: string): string | null {
  const [, version] = /^releases\/([A-Za-z0-9._-]{1,64})\/?\s*$/.exec(text) ?? [];
  return version ?? null;
}
