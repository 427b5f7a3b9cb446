/** Browsers may refuse storage to files, and throw. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`offprint:${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`offprint:${name}`, value);
  } catch {
    // then it holds for this page
  }
}
