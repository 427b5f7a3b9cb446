import type { Bundle } from '../../server/api/wire.types.ts';

/** What a deployment's chart is told to serve this bundle. Quoted as JSON is, which YAML 1.2 takes as it stands. */
export function valuesYaml({ bundleUrl, version }: Pick<Bundle, 'bundleUrl' | 'version'>): string {
  return [
    'staticExport:',
    '  enabled: true',
    `  bundleUrl: ${JSON.stringify(bundleUrl)}`,
    `  version: ${JSON.stringify(version)}`,
  ].join('\n');
}

/** Whether an address means the computer it is used on: a cluster cannot fetch from it. */
export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}
