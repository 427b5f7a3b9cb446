import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { allEndpoints } from '../server/api/endpoints.ts';
import { openApi } from '../server/api/openapi.ts';
import type { Field } from '../server/api/reference/fields.ts';
import { headingsOf, slug } from '../server/api/reference/markup.ts';
import { type Operation, type ReferenceObject, referenceOf } from '../server/api/reference/reference.ts';
import type { Services } from '../server/api/services.ts';
import { RELEASE } from '../server/release.ts';

/** Generates docs/api.md from the OpenAPI document that the server publishes. */
export function apiPage(): string {
  // Only the descriptions of the operations are read: none of them runs.
  const reference = referenceOf(openApi(allEndpoints({} as Services, RELEASE)));
  const { title, version, overview, sections, objects } = reference;
  const link = (name: string, anchor: string): string => `[${name}](#${anchor})`;
  return `${[
    `# ${title} API ${version}`,
    'Made by `npm run docs:api` from what a running server tells at `/openapi.json`, and as a page at `/reference`.',
    [
      ...headingsOf(overview).map((heading) => `- ${link(heading, slug(heading))}`),
      ...sections.flatMap(({ name, operations }) => [
        `- ${link(name, slug(name))}`,
        ...operations.map(({ id, summary }) => `  - ${link(summary, id)}`),
      ]),
      `- ${link('Objects', 'objects')}`,
    ].join('\n'),
    overview.trim(),
    ...sections.flatMap(({ name, description, operations }) => [
      `## ${name}`,
      description,
      ...operations.flatMap(operationText),
    ]),
    '## Objects',
    'The objects used in requests and responses.',
    ...objects.flatMap(objectText),
  ].join('\n\n')}\n`;
}

function operationText(operation: Operation): string[] {
  const { id, method, path, summary, description, scope, parameters, body, request, answer } = operation;
  return [
    `### <a id="${id}"></a>${summary}`,
    `\`${method} ${path}\` · ${scope === undefined ? 'no key needed' : `scope \`${scope}\``}`,
    description,
    ...(parameters.length > 0 ? [fieldsTable(['parameter', 'required'], parameters)] : []),
    ...(body
      ? [fieldsTable([body.required ? 'body' : 'body, if there is one', 'required'], body.fields)]
      : []),
    fenced('sh', request),
    answersTable(operation),
    ...(answer === undefined ? [] : [fenced('json', answer)]),
  ];
}

function answersTable({ answers, commonErrors }: Operation): string {
  const rows = answers.map(({ status, description, body, headers }) => [
    status,
    [description, ...headers.map((header) => `\`${header.name}\`: ${header.description}`)].join(' '),
    body,
  ]);
  return `${table(['status', 'when', 'body'], rows)}\n\nOther possible statuses: ${commonErrors.join(', ')}. See [Errors](#errors).`;
}

function objectText({ name, anchor, description, fields }: ReferenceObject): string[] {
  return [`### <a id="${anchor}"></a>${name}`, description, fieldsTable(['field', 'always'], fields)];
}

function fieldsTable(
  [what = '', word = '']: readonly string[],
  fields: readonly (Field & { place?: string })[],
): string {
  const rows = fields.map(({ name, type, required, description, constraints, place }) => [
    `\`${name}\``,
    place === undefined ? type : `${type}, in the ${place}`,
    required ? 'yes' : 'no',
    [description, constraints.length > 0 ? `(${constraints.join('; ')})` : ''].filter(Boolean).join(' '),
  ]);
  return table([what, 'type', word, 'meaning'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  fs.writeFileSync('docs/api.md', apiPage());
}
