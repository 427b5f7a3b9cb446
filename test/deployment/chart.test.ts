import fs from 'node:fs';
import path from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { ConfigMap, PersistentVolumeClaim, Secret, Service, ServiceAccount } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RELEASE } from '../../server/release.ts';
import { skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { AUTHORITY, CASES, KEY, LINK, served } from './cases.ts';
import { CHART, install, type Manifest, schemaFaults, type Values } from './chart.ts';
import { renderChart } from './go-template.ts';

/** Kubernetes' own requirements for manifests, from its published schemas. */
const MODELS = { Deployment, Ingress, ConfigMap, PersistentVolumeClaim, Secret, Service, ServiceAccount };

// biome-ignore lint/suspicious/noExplicitAny: what is looked at are trees of any shape, and a test fails where it is another.
type Tree = Record<string, any>;
const one = (manifests: readonly Manifest[], kind: string): Tree => {
  const found = manifests.filter((manifest) => manifest.kind === kind);
  if (found.length !== 1) throw new Error(`There are ${found.length} of ${kind}.`);
  return found[0] as Tree;
};

describe.each(Object.entries(CASES))('the chart with %s', (_name, values) => {
  const { manifests } = install(values);
  const deployment = one(manifests, 'Deployment');
  const pod = deployment.spec.template;
  const [container] = pod.spec.containers;

  it('has values that its schema lets through', () => {
    expect(schemaFaults(values)).toEqual([]);
  });

  it('gives manifests that Kubernetes takes', () => {
    for (const manifest of manifests) {
      const Model = MODELS[manifest.kind as keyof typeof MODELS] as new (
        data: object,
      ) => {
        apiVersion: string;
        validate: () => void;
      };
      const model = new Model(manifest);
      expect(() => model.validate(), manifest.kind).not.toThrow();
      expect(manifest.apiVersion).toBe(Object.assign(new Model({})).apiVersion);
      expect(manifest.metadata.name).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
    }
    const kinds = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  it('refers to nothing that is not there', () => {
    const named = (kind: string): string[] =>
      manifests.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata.name);
    const volumes = new Map<string, Tree>(pod.spec.volumes.map((volume: Tree) => [volume.name, volume]));
    expect(container.volumeMounts.map(({ name }: Tree) => name).sort()).toEqual([...volumes.keys()].sort());
    const given = [(values.tls as Tree | undefined)?.secretName];
    for (const { secret, configMap, persistentVolumeClaim } of volumes.values()) {
      if (secret) expect([...named('Secret'), ...given]).toContain(secret.secretName);
      if (configMap) expect(named('ConfigMap')).toContain(configMap.name);
      if (persistentVolumeClaim)
        expect(named('PersistentVolumeClaim')).toContain(persistentVolumeClaim.claimName);
    }
    expect(named('ServiceAccount')).toContain(pod.spec.serviceAccountName);
    const labels = Object.entries(pod.metadata.labels);
    const service = one(manifests, 'Service');
    for (const selector of [deployment.spec.selector.matchLabels, service.spec.selector]) {
      expect(labels).toEqual(expect.arrayContaining(Object.entries(selector)));
    }
    const ports = container.ports.map(({ name }: Tree) => name);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      expect(ports).toContain(container[probe].httpGet.port);
    }
    expect(ports).toContain(service.spec.ports[0].targetPort);
    for (const rule of manifests.find(({ kind }) => kind === 'Ingress')
      ? one(manifests, 'Ingress').spec.rules
      : []) {
      const backend = rule.http.paths[0].backend.service;
      expect([backend.name, backend.port.name]).toEqual([service.metadata.name, service.spec.ports[0].name]);
    }
    const mounts = container.volumeMounts.map(({ mountPath }: Tree) => mountPath);
    for (const file of container.args.filter((word: string) => word.startsWith('/'))) {
      expect(
        mounts.some((mount: string) => file === mount || file.startsWith(`${mount}/`)),
        file,
      ).toBe(true);
    }
  });

  it('lets the pod do nothing but serve', () => {
    expect(pod.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: values.user ?? 10001,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.spec.automountServiceAccountToken).toBe(false);
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    const isHttps = values.tls !== undefined;
    expect(container.readinessProbe.httpGet.scheme).toBe(isHttps ? 'HTTPS' : 'HTTP');
  });
});

describe('the settings', () => {
  const settingsOf = (values: Values): object => {
    const secret = one(install(values).manifests, 'Secret');
    return parse(secret.stringData['values.yaml']) as object;
  };

  it('are what the values say, and what is left empty stays away', () => {
    expect(settingsOf({})).toEqual({ staticExport: { enabled: false } });
    expect(settingsOf(served)).toEqual(served);
    const strange = { staticExport: { enabled: true, bundleUrl: 'https://x/?a="b"\\c', version: '2026' } };
    expect(settingsOf(strange)).toEqual(strange);
  });

  it.for(Object.entries(CASES))('are what `offprint host` reads: %s', async ([, values], { skip }) => {
    const reader = path.resolve('server/hosting/values.ts');
    if (!fs.existsSync(reader)) return skipBecause(skip, 'this build has no command `offprint host`');
    const { readValues } = (await import(reader)) as { readValues: (from: { files: string[] }) => object };
    const file = path.join(temporaryFolder(), 'values.yaml');
    fs.writeFileSync(file, one(install(values).manifests, 'Secret').stringData['values.yaml']);
    const { enabled = false, bundleUrl = '', version = null } = (values.staticExport ?? {}) as Tree;
    expect(readValues({ files: [file] })).toEqual({ enabled, bundleUrl, version });
  });

  it('roll the pods when they change, and only then', () => {
    const checksums = (values: Values): object =>
      one(install(values).manifests, 'Deployment').spec.template.metadata.annotations;
    expect(checksums(served)).toEqual(checksums(served));
    const other = { staticExport: { ...served.staticExport, bundleUrl: `${LINK}B` } };
    expect(checksums(other)).not.toEqual(checksums(served));
    expect(checksums({ ...served, trust: { keys: { a: KEY } } })).not.toEqual(checksums(served));
    expect(checksums({ ...served, replicaCount: 3 })).toEqual(checksums(served));
  });

  it('pass keys and authority on as files', () => {
    const { manifests } = install(CASES['everything at once'] ?? {});
    const { data } = one(manifests, 'ConfigMap');
    expect(data).toEqual({ 'trust-docs-team': KEY, 'trust-other': KEY, 'authority.pem': AUTHORITY });
    const { args } = one(manifests, 'Deployment').spec.template.spec.containers[0];
    const files = args
      .filter((word: string) => word.startsWith('/etc/offprint/keys/'))
      .map((word: string) => path.basename(word));
    expect(files.sort()).toEqual(Object.keys(data).sort());
  });

  it.each<[string, Values, string]>([
    ['a setting that there is not', { staticExport: { enabled: true, bundleUrl: LINK, url: 'x' } }, 'url'],
    ['enabled as text', { staticExport: { enabled: 'true', bundleUrl: LINK } }, '/staticExport/enabled'],
    [
      'a version that is a number',
      { staticExport: { enabled: false, version: 2026 } },
      '/staticExport/version',
    ],
    ['a bundle that is missing', { staticExport: { enabled: true } }, '/staticExport/bundleUrl'],
    ['an address that is none', { staticExport: { bundleUrl: 7 } }, '/staticExport/bundleUrl'],
    ['an authority that is none', { authority: 'ca.pem' }, '/authority'],
    ['a key under a strange name', { trust: { keys: { '../x': KEY } } }, '/trust/keys'],
    ['a negative count', { replicaCount: -1 }, '/replicaCount'],
  ])('are refused by the schema: %s', (_what, values, place) => {
    expect(schemaFaults(values).join('\n')).toContain(place);
  });

  it('of other charts are let through beside these', () => {
    expect(schemaFaults({ ...served, mongodb: { enabled: false }, global: {} })).toEqual([]);
  });

  it('are those of the examples', () => {
    for (const file of ['examples/automation/values.yaml', 'examples/handbook/downloads/values.yaml']) {
      const values = parse(fs.readFileSync(file, 'utf8')) as Values;
      expect(schemaFaults(values), file).toEqual([]);
      expect(settingsOf(values), file).toEqual({ staticExport: values.staticExport });
    }
  });

  it('refuse a volume that the pods cannot share', () => {
    const alone = { ...served, replicaCount: 2, state: { persistent: true } };
    expect(() => install(alone)).toThrow(/several replicas/);
  });
});

it('leaves the user to a cluster that gives one', () => {
  const { securityContext } = one(install({ user: null }).manifests, 'Deployment').spec.template.spec;
  expect(securityContext).toMatchObject({ runAsNonRoot: true });
  expect(securityContext).not.toHaveProperty('runAsUser');
  expect(schemaFaults({ user: 0 }).join()).toContain('/user');
});

it('names things after the release, within 63 characters', () => {
  expect(one(install({}, 'docs').manifests, 'Service').metadata.name).toBe('docs-offprint-host');
  expect(one(install({}, 'offprint-host').manifests, 'Service').metadata.name).toBe('offprint-host');
  const long = one(install({}, `${'a'.repeat(44)}-${'b'.repeat(8)}`).manifests, 'Service').metadata.name;
  expect([long.length <= 63, long.endsWith('-')]).toEqual([true, false]);
});

it('notes say what to do next', () => {
  expect(install({}).notes).toContain('staticExport.enabled is false');
  expect(install(served).notes).toContain('rollout status deployment/docs-offprint-host');
  expect(install(CASES['everything at once'] ?? {}).notes).toContain(
    'https://docs.example.com https://www.example.com',
  );
});

it('is for this release', () => {
  const chart = parse(fs.readFileSync(path.join(CHART, 'Chart.yaml'), 'utf8')) as { appVersion: string };
  expect(chart.appVersion).toBe(RELEASE);
});

/** The renderer must reject what Helm would refuse, and what it does not support. */
it.each([
  ['{{ lookup "v1" "Secret" "" "x" }}', /function lookup/],
  ['{{ .Values.absent }}', /no value/],
  ['{{ .Values.absent.deeper }}', /nothing to have deeper/],
  ['{{ .Values.image }}', /toYaml/],
  ['{{ if .Values }}', /end is missing/],
  ['{{ end }}', /belongs to nothing/],
  ['{{ else if .Values }}', /not understood/],
  ['{{ include "nothing" . }}', /no template nothing/],
  ['{{ printf "%d" 1 }}', /%d/],
  ['{{ $x }}', /\$x/],
  ['{{ .Values | }}', /./],
])('a template with %s fails', (template, why) => {
  expect(() => renderChart({ 'x.yaml': template }, { Values: { image: {} } })).toThrow(why);
});
