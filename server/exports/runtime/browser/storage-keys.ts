/**
 * Choices remembered across pages, in local storage under `offprint:`: the name of a theme (`theme`), and the name of
 * the chosen tab for each group of synchronised tabs (`tabs:` and their sync key).
 */
export type StorageKey = 'theme' | `tabs:${string}`;

/** Returns a stored choice, or null. Browsers may deny storage to `file://` pages by throwing. */
export function recall(name: StorageKey): string | null {
  try {
    return localStorage.getItem(`offprint:${name}`);
  } catch {
    return null;
  }
}

/** Stores a choice, if the browser allows it. */
export function remember(name: StorageKey, value: string): void {
  try {
    localStorage.setItem(`offprint:${name}`, value);
  } catch {
    // then the choice applies to this page only
  }
}
