const LENGTH_MAX = 2000;

/**
 * What is handed to the browser of the system: HTTPS addresses alone, as they are after parsing. Other schemes start
 * programs (`file:`, `smb:`, `ms-*:`). @returns undefined where nothing is to be opened
 */
export function externalUrl(text: string): string | undefined {
  if (text.length > LENGTH_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isFine =
    url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== '';
  return isFine ? url.href : undefined;
}
