import fs from 'node:fs';

/**
 * Updates the sidecar of a bundle (`<bundle>.json`, save-bundle.ts) after the archive was rewritten. A missing or
 * foreign file is left alone.
 */
export async function updateSidecar(
  bundle: string,
  archived: Readonly<{ sizeBytes: number; sha256: string }>,
): Promise<void> {
  const file = `${bundle}.json`;
  let sidecar: unknown;
  try {
    sidecar = JSON.parse(await fs.promises.readFile(file, 'utf8'));
  } catch {
    return;
  }
  if (typeof sidecar !== 'object' || sidecar === null || !('sha256' in sidecar)) return;
  await fs.promises.writeFile(file, `${JSON.stringify({ ...sidecar, ...archived }, null, 2)}\n`);
}
