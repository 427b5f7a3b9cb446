import fs from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { renderChart } from './go-template.ts';

export const CHART = path.resolve('deploy/chart');

export type Values = Record<string, unknown>;
export type Manifest = Readonly<{ apiVersion: string; kind: string; metadata: { name: string } }> &
  Readonly<Record<string, never>>;

const read = (file: string): string => fs.readFileSync(path.join(CHART, file), 'utf8');
export const ownValues = (): Values => parse(read('values.yaml')) as Values;

/** Merges values like Helm: maps are merged, everything else is replaced, null removes a key. */
export function merged(base: Values, more: Values): Values {
  const all = { ...base };
  for (const [name, value] of Object.entries(more)) {
    const before = all[name];
    if (value === null) delete all[name];
    else all[name] = isMap(before) && isMap(value) ? merged(before, value) : value;
  }
  return all;
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Errors in values according to the schema of the chart. */
export function schemaFaults(more: Values): string[] {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(
    JSON.parse(read('values.schema.json')),
  );
  validate(merged(ownValues(), more));
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, params.additionalProperty].filter(Boolean).join(' '),
  );
}

/** Context of an installation, as Helm passes it to templates. */
export function contextOf(more: Values, release = 'docs'): object {
  const chart = parse(read('Chart.yaml')) as Record<string, string>;
  return {
    Values: merged(ownValues(), more),
    Release: { Name: release, Namespace: 'documentation', Service: 'Helm' },
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
  };
}

export function templateFiles(): Record<string, string> {
  const names = fs.readdirSync(path.join(CHART, 'templates')).sort();
  return Object.fromEntries(names.map((name) => [name, read(`templates/${name}`)]));
}

/**
 * Renders an installation of the chart.
 * @returns the manifests, in the order of their files, and NOTES.txt
 */
export function install(
  more: Values,
  release?: string,
): { manifests: Manifest[]; notes: string; text: string } {
  const { 'NOTES.txt': notes = '', ...rendered } = renderChart(templateFiles(), contextOf(more, release));
  const manifests = Object.entries(rendered).flatMap(([file, text]) =>
    parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}\n${text}`);
      const manifest = document.toJS() as Manifest | null;
      return manifest === null ? [] : [manifest];
    }),
  );
  return { manifests, notes, text: Object.values(rendered).join('\n---\n') };
}
