import type { Finding } from '../findings.ts';
import type { ConfigPlace, ConfigPlaces } from '../model/config-places.ts';
import { recordOf, textIn } from '../model/values.ts';

const KINDS: Readonly<Record<string, string>> = { asyncapi: 'AsyncAPI', graphql: 'GraphQL' };

/** Reports documents named in docs.json whose kind is not supported. */
export function otherApis(config: unknown, places: ConfigPlaces): Finding[] {
  const findings: Finding[] = [];
  const visit = (value: unknown): void => {
    const entries = Array.isArray(value) ? Object.entries(value) : Object.entries(recordOf(value) ?? {});
    for (const [key, inner] of entries) {
      const kind = KINDS[key];
      if (kind === undefined) visit(inner);
      else {
        for (const source of sourcesIn(inner))
          findings.push(otherApi(kind, source, places.find([key, 'source'], source)));
      }
    }
  };
  visit(config);
  return findings;
}

/** Reports a document of an unsupported kind named in the front matter of a page. */
export function otherApiOf(values: unknown, file: string): Finding | undefined {
  for (const [key, kind] of Object.entries(KINDS)) {
    const text = textIn(values, key);
    if (text !== undefined) return otherApi(kind, text, { file });
  }
  return undefined;
}

function otherApi(kind: string, source: string, place: ConfigPlace): Finding {
  return {
    code: 'unsupported-api',
    ...place,
    message: `Pages cannot be generated from ${kind} documents, so ${source} was left out.`,
  };
}

function sourcesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(sourcesIn);
  const source = textIn(value, 'source');
  return source === undefined ? [] : [source];
}
