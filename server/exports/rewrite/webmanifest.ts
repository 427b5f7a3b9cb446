/**
 * Rewrites the URLs of a web app manifest (W3C Web Application Manifest: icons, screenshots, shortcuts, start_url,
 * scope). Returns a manifest that is not a JSON object unchanged, because browsers ignore it too.
 * @param resolve returns the new URL, or undefined to drop the member or the icon
 */
export function rewriteWebManifest(text: string, resolve: (url: string) => string | undefined): string {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, '')); // decoders of the Fetch standard drop the byte order mark too
  } catch {
    return text;
  }
  if (!isObject(manifest)) return text;
  delete manifest.scope; // an origin-wide scope has no meaning in a folder
  replaceMember(manifest, 'start_url', resolve);
  for (const list of ['icons', 'screenshots']) replaceImages(manifest, list, resolve);
  if (Array.isArray(manifest.shortcuts)) {
    for (const shortcut of manifest.shortcuts) {
      if (!isObject(shortcut)) continue;
      replaceMember(shortcut, 'url', resolve);
      replaceImages(shortcut, 'icons', resolve);
    }
  }
  return JSON.stringify(manifest, null, 2);
}

/** Returns the URLs of files that a manifest loads. */
export function webManifestUrls(text: string): string[] {
  const urls: string[] = [];
  rewriteWebManifest(text, (url) => {
    urls.push(url);
    return url;
  });
  return urls;
}

function replaceImages(
  owner: Record<string, unknown>,
  list: string,
  resolve: (url: string) => string | undefined,
): void {
  const images = owner[list];
  if (!Array.isArray(images)) return;
  for (const image of images) if (isObject(image)) replaceMember(image, 'src', resolve);
  owner[list] = images.filter((image) => isObject(image) && image.src !== undefined);
}

function replaceMember(
  owner: Record<string, unknown>,
  member: string,
  resolve: (url: string) => string | undefined,
): void {
  const url = owner[member];
  if (typeof url !== 'string') return;
  const replacement = resolve(url);
  if (replacement === undefined) delete owner[member];
  else owner[member] = replacement;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
