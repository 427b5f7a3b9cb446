/** Where a target keeps its versions, and what leads to the one that readers see (docs/publications.md). */
export const RELEASES = 'releases';
export const CURRENT = 'current';

/** What a pointer says that is a file or an object: `releases/2026.3`. */
export function versionOfPointer(text: string): string | null {
  const [, version] = /^releases\/([A-Za-z0-9._-]{1,64})\/?\s*$/.exec(text) ?? [];
  return version ?? null;
}
