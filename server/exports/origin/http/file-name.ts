/**
 * Returns the file name for saving a response (RFC 6266, RFC 8187), without folders; undefined if there is none.
 * @param disposition the value of `content-disposition`
 */
export function fileNameOf(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const name = extended(disposition) ?? plain(disposition);
  const last = name?.split(/[/\\]/).at(-1)?.trim();
  return last === undefined || last === '' || /^\.+$/.test(last) ? undefined : last;
}

function extended(disposition: string): string | undefined {
  const [, charset = '', encoded = ''] =
    /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^\s;]+)/i.exec(disposition) ?? [];
  if (charset.toLowerCase() !== 'utf-8') return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function plain(disposition: string): string | undefined {
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? token;
}
