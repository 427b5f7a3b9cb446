const LENGTH_MAX = 2000;

/**
 * Returns the URL to open in the system's browser: HTTPS only, in its parsed form. Other schemes start programs
 * (`file:`, `smb:`, `ms-*:`). @returns undefined if nothing should be opened
 */
export function externalUrl(text: string): string | undefined {
  if (text.length > LENGTH_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isFine =
    url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== '';
  return isFine ? url.href : undefined;
}
