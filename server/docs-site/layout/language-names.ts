const OWN_CODES: Readonly<Record<string, string>> = { cn: 'zh-Hans', jp: 'ja' };

/** A language in its own words: `Deutsch`. */
export function languageName(code: string): string {
  const known = OWN_CODES[code] ?? code;
  try {
    return new Intl.DisplayNames([known], { type: 'language' }).of(known) ?? code;
  } catch {
    return code;
  }
}
