const OWN_CODES: Readonly<Record<string, string>> = { cn: 'zh-Hans', jp: 'ja' };

/** Returns a language's own name: `Deutsch`. */
export function languageName(code: string): string {
  const known = OWN_CODES[code] ?? code;
  try {
    return new Intl.DisplayNames([known], { type: 'language' }).of(known) ?? code;
  } catch {
    return code;
  }
}
