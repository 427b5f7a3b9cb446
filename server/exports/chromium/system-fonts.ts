import { access, opendir } from 'node:fs/promises';

/**
 * Whether fontconfig would find fonts on this system. Without any, Chromium lays out no text at all: screenshots
 * are blank and even `innerText` is empty (measured), so that a verification would compare nothing.
 */
export async function hasSystemFonts(): Promise<boolean> {
  const isConfigured = await access('/etc/fonts/fonts.conf').then(
    () => true,
    () => false,
  );
  if (!isConfigured) return false;
  for (const folder of ['/usr/share/fonts', '/usr/local/share/fonts']) {
    if (await holdsFontFile(folder)) return true;
  }
  return false;
}

/** Walks until the first font file; there are thousands on a desktop. */
async function holdsFontFile(folder: string): Promise<boolean> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isDirectory() && /\.(ttf|otf|ttc|otc|pfb|pcf|pcf\.gz)$/i.test(entry.name)) return true;
    }
  } catch {
    // Not there, or not readable: then not for Chromium either.
  }
  return false;
}
