/** Readers for JSON and YAML of unknown structure. A value of an unexpected type counts as missing. */

export type Values = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): Values | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text; undefined if it is blank. */
export function textIn(value: unknown, key: string): string | undefined {
  const found = recordOf(value)?.[key];
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
}

export function booleanIn(value: unknown, key: string): boolean | undefined {
  const found = recordOf(value)?.[key];
  return typeof found === 'boolean' ? found : undefined;
}

/** Reads a text or a list of texts. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return listOf(value).filter((entry) => typeof entry === 'string');
}

/** Reads a text for both modes or `{ light, dark }`. */
export function lightAndDark(value: unknown): LightAndDark | undefined {
  if (typeof value === 'string' && value !== '') return { light: value, dark: value };
  const light = textIn(value, 'light') ?? textIn(value, 'dark');
  return light === undefined ? undefined : { light, dark: textIn(value, 'dark') ?? light };
}

export type LightAndDark = Readonly<{ light: string; dark: string }>;
