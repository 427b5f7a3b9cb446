import type { Bundle } from '../../server/api/wire.types.ts';

/** Returns the chart values (values.yaml) for a deployment that serves this bundle. JSON strings are valid YAML 1.2. */
export function valuesYaml({ bundleUrl, version }: Pick<Bundle, 'bundleUrl' | 'version'>): string {
  return [
    'staticExport:',
    '  enabled: true',
    `  bundleUrl: ${JSON.stringify(bundleUrl)}`,
    `  version: ${JSON.stringify(version)}`,
  ].join('\n');
}

/** Whether a URL has a loopback host, which a cluster cannot fetch from. */
export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}
