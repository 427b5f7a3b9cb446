import type { Manifest } from './manifest.ts';

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
}
