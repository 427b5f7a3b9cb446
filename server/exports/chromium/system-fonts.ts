import { access, opendir } from 'node:fs/promises';

/**
 * Whether fontconfig would find fonts on this system. Without fonts, Chromium lays out no text at all: screenshots are
 * blank and even `innerText` is empty (measured), so verification would have nothing to compare.
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

/** Stops at the first font file; a desktop has thousands. */
async function holdsFontFile(folder: string): Promise<boolean> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isDirectory() && /\.(ttf|otf|ttc|otc|pfb|pcf|pcf\.gz)$/i.test(entry.name)) return true;
    }
  } catch {
    // Missing or unreadable, so Chromium cannot use it either.
  }
  return false;
}
