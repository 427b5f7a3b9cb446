/**
 * What a reader chose and finds again on other pages, in local storage below `offprint:`: the name of a theme, and the
 * name of the tab that is chosen of all tabs that go together (`tabs:` and what joins them).
 */
export type StorageKey = 'theme' | `tabs:${string}`;

/** What is kept, or null. Browsers may refuse storage to files, and throw. */
export function recall(name: StorageKey): string | null {
  try {
    return localStorage.getItem(`offprint:${name}`);
  } catch {
    return null;
  }
}

/** Keeps a choice, where the browser allows it. */
export function remember(name: StorageKey, value: string): void {
  try {
    localStorage.setItem(`offprint:${name}`, value);
  } catch {
    // then it holds for this page
  }
}
