import { listOf, recordOf, textIn, type Values } from '../model/values.ts';
import { type ApiDocument, dereferenced, type Operation } from './documents.ts';
import type { SampleRequest } from './samples.ts';
import { exampleOf } from './schema.ts';

export type Parameter = Readonly<{
  name: string;
  place: string;
  required: boolean;
  deprecated: boolean;
  description: string;
  schema: unknown;
  values: Values;
}>;

export type Scheme = Readonly<{
  name: string;
  place: string;
  header: string;
  sample: string;
  description: string;
  type: string;
}>;

/** Returns the parameters of an operation. Its own parameters override those of its path. */
export function parametersOf({ document, values, shared }: Operation): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const entry of [...shared, ...listOf(values.parameters)]) {
    const parameter = recordOf(dereferenced(entry, document));
    const name = textIn(parameter, 'name');
    const place = textIn(parameter, 'in') ?? 'query';
    if (!parameter || name === undefined) continue;
    const [content] = Object.values(recordOf(parameter.content) ?? {});
    found.set(`${place} ${name}`, {
      name,
      place,
      required: parameter.required === true,
      deprecated: parameter.deprecated === true,
      description: textIn(parameter, 'description') ?? '',
      schema: parameter.schema ?? recordOf(content)?.schema ?? {},
      values: parameter,
    });
  }
  return [...found.values()];
}

/** Returns the authentication schemes of an operation: the first alternative stated. */
export function schemesOf({ document, values }: Operation): Scheme[] {
  const [first] = listOf(values.security ?? document.values.security);
  const schemes = recordOf(recordOf(document.values.components)?.securitySchemes) ?? {};
  return Object.keys(recordOf(first) ?? {}).flatMap((key): Scheme[] => {
    const scheme = recordOf(dereferenced(schemes[key], document));
    if (!scheme) return [];
    const description = textIn(scheme, 'description') ?? '';
    if (scheme.type === 'apiKey') {
      const name = textIn(scheme, 'name') ?? key;
      return [
        {
          name,
          place: textIn(scheme, 'in') ?? 'header',
          header: name,
          sample: '<api-key>',
          description,
          type: 'string',
        },
      ];
    }
    const isBasic = textIn(scheme, 'scheme')?.toLowerCase() === 'basic';
    const sample = isBasic ? 'Basic <encoded-value>' : 'Bearer <token>';
    const own = isBasic
      ? 'User name and password, joined by a colon and encoded in Base64.'
      : `${sample}, where <token> is your token.`;
    return [
      {
        name: 'Authorization',
        place: 'header',
        header: 'Authorization',
        sample,
        description: description || own,
        type: 'string',
      },
    ];
  });
}

/** Returns the body of a request or response: the first content type, preferring JSON. */
export function contentOf(
  value: unknown,
  document: ApiDocument,
): Readonly<{ type: string; media: Values }> | undefined {
  const content = recordOf(recordOf(dereferenced(value, document))?.content) ?? {};
  const type = Object.keys(content).find((one) => /json/.test(one)) ?? Object.keys(content)[0];
  return type === undefined ? undefined : { type, media: recordOf(content[type]) ?? {} };
}

/** Returns an example of a body: the author's, or one generated from its schema. */
export function exampleOfMedia(
  media: Values,
  document: ApiDocument,
  direction: 'request' | 'response',
): unknown {
  const [first] = Object.values(recordOf(media.examples) ?? {});
  const stated = media.example ?? recordOf(dereferenced(first, document))?.value;
  return stated ?? (media.schema === undefined ? undefined : exampleOf(media.schema, document, direction));
}

/** Returns the address of the server, with its variables filled in. */
export function serverOf({ document, values }: Operation, baseUrl: string | undefined): string {
  const server = recordOf(listOf(values.servers)[0] ?? listOf(document.values.servers)[0]);
  const url = textIn(server, 'url') ?? baseUrl ?? 'https://api.example.com';
  const variables = recordOf(server?.variables) ?? {};
  return url
    .replace(/\{([^}]+)\}/g, (whole, name: string) => textIn(variables[name], 'default') ?? whole)
    .replace(/\/$/, '');
}

export function sampleRequest(operation: Operation, baseUrl: string | undefined): SampleRequest {
  const { document, method, route, values } = operation;
  const parameters = parametersOf(operation);
  const exampleText = ({ values: own, schema }: Parameter): string => {
    const value = own.example ?? exampleOf(schema, document, 'request');
    return value === undefined || typeof value === 'object' ? '<value>' : String(value);
  };
  const path = route.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.place === 'path' && one.name === name);
    const text = parameter ? exampleText(parameter) : whole;
    return text.startsWith('<') ? whole : encodeURIComponent(text);
  });
  const query = parameters
    .filter((one) => one.place === 'query' && one.required)
    .map((one) => `${encodeURIComponent(one.name)}=${encodeURIComponent(exampleText(one))}`);
  const schemes = schemesOf(operation);
  const content = contentOf(values.requestBody, document);
  const body = content && exampleOfMedia(content.media, document, 'request');
  return {
    method: method.toUpperCase(),
    url: serverOf(operation, baseUrl) + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: [
      ...schemes
        .filter(({ place }) => place === 'header')
        .map(({ header, sample }) => [header, sample] as const),
      ...parameters
        .filter((one) => one.place === 'header' && one.required)
        .map((one) => [one.name, exampleText(one)] as const),
      ...(content && body !== undefined ? [['Content-Type', content.type] as const] : []),
    ],
    ...(body !== undefined && { body }),
  };
}
