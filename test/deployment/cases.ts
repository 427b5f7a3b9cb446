import type { Values } from './chart.ts';

export const KEY = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n';
export const AUTHORITY = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
export const LINK =
  'https://offprint.example/bundles/se_4f0c9a12b7d35e68/bundle.tar.gz?expires=1&key=a-b&signature=3q2-7wAA';
export const served = { staticExport: { enabled: true, bundleUrl: LINK, version: '2026.3' } };

/** Values to render the chart with, from none to all. */
export const CASES: Readonly<Record<string, Values>> = {
  'its own values': {},
  'a bundle': served,
  'everything at once': {
    ...served,
    replicaCount: 2,
    user: 1_000_690_000, // Go prints large numbers differently from how YAML reads integers
    accessLog: false,
    imagePullSecrets: [{ name: 'registry' }],
    trust: { keys: { 'docs-team': KEY, other: KEY } },
    authority: AUTHORITY,
    tls: { secretName: 'docs-tls' },
    state: { persistent: true, size: '20Gi', storageClassName: 'fast', accessModes: ['ReadWriteMany'] },
    service: { type: 'NodePort', port: 443, annotations: { a: 'b: c' } },
    ingress: {
      enabled: true,
      className: 'nginx',
      annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '0' },
      hosts: ['docs.example.com', 'www.example.com'],
      tls: [{ secretName: 'x', hosts: ['docs.example.com'] }],
    },
    serviceAccount: { create: true, name: 'reader', annotations: { team: 'docs' } },
    podAnnotations: { note: '"quoted"' },
    podLabels: { tier: 'front' },
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [{ key: 'docs', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
  },
};
