import { codeOptions } from '../components/code-meta.ts';
import { el } from '../components/element.ts';
import { field } from '../components/fields.ts';
import { heading } from '../components/html-element.ts';
import type { Html, Rendering } from '../components/rendering.ts';
import { tabSet } from '../components/tabs.ts';
import { listOf, recordOf, textIn, textsOf, type Values } from '../model/values.ts';
import { type ApiDocument, dereferenced, type Operation } from './documents.ts';
import {
  contentOf,
  exampleOfMedia,
  parametersOf,
  sampleRequest,
  schemesOf,
  serverOf,
} from './operation-request.ts';
import { playground } from './playground.ts';
import { languageKey, type Sample, samplesOf } from './samples.ts';
import { type Direction, fieldsOf, itemsOf, resolved, typeName } from './schema.ts';

export type ApiView = Readonly<{
  page: Rendering;
  /** Renders Markdown of the document. */
  markdown: (text: string) => Html[];
  /** `api` of docs.json. */
  settings: Values;
  file: string;
  /** Remaining length for the fields of the page, in characters. */
  room: { left: number };
}>;

/** Maximum length of the fields of a page. Further fields only show their types: nested schemas multiply them. */
export const FIELDS_LENGTH_MAX = 400_000;
/** Approximate length of a field without its description. */
const FIELD_LENGTH = 200;

/** Renders an operation: its parameters and body, its responses, and examples of both beside them. */
export function operationView(operation: Operation, view: ApiView, withDescription: boolean): Html[] {
  const { document, values, method, route } = operation;
  const description = textIn(values, 'description');
  const parameters = parametersOf(operation);
  const schemes = schemesOf(operation);
  examples(operation, view);
  const section = (title: string, content: readonly Html[], type?: string): Html[] =>
    content.length === 0
      ? []
      : [
          el(
            'section.api-section',
            {},
            type !== undefined && el('span.api-content-type', {}, type),
            heading('h2', [{ type: 'text', value: title }], undefined, view.page),
            [...content],
          ),
        ];
  const body = contentOf(values.requestBody, document);
  return [
    operationBar(
      method,
      route,
      textIn(view.settings, 'url') === 'full' ? serverOf(operation, textIn(view.settings, 'baseUrl')) : '',
    ),
    ...playground(operation, view.settings),
    ...(withDescription && description !== undefined ? view.markdown(description) : []),
    ...section(
      'Authorizations',
      schemes.map(({ name, place, type, description: text }) =>
        field({ name, place, type, required: true }, view.markdown(text), view.page),
      ),
    ),
    ...(['path', 'query', 'header', 'cookie'] as const).flatMap((place) =>
      section(
        { path: 'Path parameters', query: 'Query parameters', header: 'Headers', cookie: 'Cookies' }[place],
        parameters
          .filter((one) => one.place === place)
          .map((one) =>
            schemaField(
              {
                name: one.name,
                schema: one.schema,
                required: one.required,
                description: one.description,
                deprecated: one.deprecated,
                place,
              },
              document,
              'request',
              view,
              [],
            ),
          ),
      ),
    ),
    ...(body
      ? section(
          'Body',
          schemaContent(
            body.media.schema ?? {},
            document,
            'request',
            view,
            [],
            textIn(dereferenced(values.requestBody, document), 'description'),
          ),
          body.type,
        )
      : []),
    ...section('Response', responses(values, document, view)),
  ];
}

export function operationBar(method: string, route: string, server = ''): Html {
  return el(
    'div.operation',
    {},
    el('span', { className: ['method', `method-${method.toLowerCase()}`] }, method.toUpperCase()),
    el('span.operation-path', {}, `${server}${route}`),
  );
}

/** Renders a schema on its own page. */
export function schemaView(schema: unknown, document: ApiDocument, view: ApiView): Html[] {
  return schemaContent(schema, document, 'response', view, []);
}

function responses(values: Values, document: ApiDocument, view: ApiView): Html[] {
  const panels = Object.entries(recordOf(values.responses) ?? {}).map(([status, response]) => {
    const text = textIn(dereferenced(response, document), 'description');
    const content = contentOf(response, document);
    const id = view.page.slugs.component(`response-${status}`);
    view.page.ids.add(id);
    return {
      label: status,
      id,
      content: [
        ...(text === undefined ? [] : view.markdown(text)),
        ...(content ? schemaContent(content.media.schema ?? {}, document, 'response', view, []) : []),
      ],
    };
  });
  return panels.length === 0 ? [] : [tabSet(panels, { className: 'tabs', initial: 0, sync: false })];
}

type FieldOfSchema = Readonly<{
  name: string;
  schema: unknown;
  required: boolean;
  description?: string;
  deprecated?: boolean;
  place?: string;
}>;

/** Deeper levels show only their type. */
const DEPTH_MAX = 8;

function schemaField(
  { name, schema, required, description, deprecated, place }: FieldOfSchema,
  document: ApiDocument,
  direction: Direction,
  view: ApiView,
  open: readonly unknown[],
): Html {
  const values = resolved(schema, document);
  const text = description || textIn(values, 'description');
  view.room.left -= FIELD_LENGTH + (text?.length ?? 0);
  const defaultValue =
    values.default === undefined
      ? undefined
      : typeof values.default === 'string'
        ? values.default
        : JSON.stringify(values.default);
  return field(
    {
      name,
      place,
      type: typeName(schema, document),
      required,
      deprecated: deprecated === true || values.deprecated === true,
      defaultValue,
      notes: notesOf(values),
    },
    [
      ...(text === undefined || text === '' ? [] : view.markdown(text)),
      ...constraints(values, document),
      ...nested(schema, document, direction, view, open),
    ],
    view.page,
  );
}

function notesOf(values: Values): string[] {
  const own = recordOf(values['x-mint']);
  return [
    ...textsOf(own?.pre),
    ...textsOf(own?.post),
    ...(values.readOnly === true ? ['read-only'] : []),
    ...(values.writeOnly === true ? ['write-only'] : []),
  ];
}

/** Renders the options and limits of a value, a line each. */
function constraints(values: Values, document: ApiDocument): Html[] {
  const inner = itemsOf(values, document);
  const options = listOf(inner.enum).map((one) => String(one));
  const limits = (
    [
      ['minimum', '>='],
      ['maximum', '<='],
      ['exclusiveMinimum', '>'],
      ['exclusiveMaximum', '<'],
      ['minLength', 'length: at least'],
      ['maxLength', 'length: at most'],
      ['minItems', 'items: at least'],
      ['maxItems', 'items: at most'],
      ['pattern', 'pattern:'],
    ] as const
  ).flatMap(([key, words]) =>
    typeof values[key] === 'number' || typeof values[key] === 'string' ? [`${words} ${values[key]}`] : [],
  );
  return [
    ...(options.length > 0
      ? [
          el(
            'p.field-options',
            {},
            'Available options: ',
            options.flatMap((one, index) => [index > 0 ? ', ' : '', el('code', {}, one)]),
          ),
        ]
      : []),
    ...(limits.length > 0 ? [el('p.field-options', {}, limits.join(', '))] : []),
  ];
}

function nested(
  schema: unknown,
  document: ApiDocument,
  direction: Direction,
  view: ApiView,
  open: readonly unknown[],
): Html[] {
  const target = itemsOf(resolved(schema, document), document);
  const choices = listOf(target.oneOf ?? target.anyOf);
  if (fieldsOf(schema, document, direction).length === 0 && choices.length === 0) return [];
  const key =
    JSON.stringify(Object.keys(recordOf(target.properties) ?? {})) + (textIn(target, 'title') ?? '');
  if (open.includes(key) || open.length >= DEPTH_MAX || view.room.left <= 0) return [];
  return [
    el(
      'details',
      { className: ['expandable', 'doc-block'] },
      el(
        'summary',
        {},
        el(
          'span.accordion-chevron',
          { ariaHidden: 'true' },
          view.page.icon('chevron-right', 'lucide', { file: view.file }),
        ),
        el('span', {}, choices.length > 0 ? 'options' : 'child attributes'),
      ),
      el('div.expandable-content', {}, schemaContent(schema, document, direction, view, [...open, key])),
    ),
  ];
}

/** Renders the fields of a schema or its alternatives, or otherwise its type. */
function schemaContent(
  schema: unknown,
  document: ApiDocument,
  direction: Direction,
  view: ApiView,
  open: readonly unknown[],
  description?: string,
): Html[] {
  const values = resolved(schema, document);
  const target = itemsOf(values, document);
  const text = description ?? (open.length === 0 ? textIn(values, 'description') : undefined);
  const fields = fieldsOf(schema, document, direction).map((one) =>
    schemaField(one, document, direction, view, open),
  );
  const choices = listOf(target.oneOf ?? target.anyOf).filter(
    (one) => resolved(one, document).type !== 'null',
  );
  const content: Html[] = [...(text === undefined ? [] : view.markdown(text)), ...fields];
  if (choices.length > 0 && open.length < DEPTH_MAX && view.room.left > 0) {
    const panels = choices.map((one, index) => {
      view.room.left -= FIELD_LENGTH;
      const label = textIn(resolved(one, document), 'title') ?? `Option ${index + 1}`;
      const id = view.page.slugs.component(`option-${label}`);
      view.page.ids.add(id);
      return {
        label,
        id,
        content: schemaContent(one, document, direction, view, [...open, `option ${index}`]),
      };
    });
    content.push(tabSet(panels, { className: 'tabs', initial: 0, sync: false }));
  }
  if (fields.length === 0 && choices.length === 0 && Object.keys(target).length > 0) {
    content.push(
      el('p.field-options', {}, el('span.field-type', {}, typeName(schema, document))),
      ...constraints(values, document),
    );
  }
  return content;
}

function examples(operation: Operation, view: ApiView): void {
  const { document, values, method } = operation;
  const stated = listOf(values['x-codeSamples'] ?? values['x-code-samples']).flatMap((one): Sample[] => {
    const code = textIn(one, 'source');
    const language = textIn(one, 'lang') ?? 'text';
    return code === undefined ? [] : [{ label: textIn(one, 'label') ?? language, language, code }];
  });
  const settings = recordOf(view.settings.examples);
  const languages = textsOf(settings?.languages);
  const made =
    method === 'webhook' || settings?.autogenerate === false
      ? []
      : samplesOf(sampleRequest(operation, textIn(view.settings, 'baseUrl')), languages);
  group(view, 'request', [
    ...stated,
    ...made.filter(
      ({ language }) => !stated.some((one) => languageKey(one.language) === languageKey(language)),
    ),
  ]);
  const answers = Object.entries(recordOf(values.responses) ?? {}).flatMap(([status, response]): Sample[] => {
    const content = contentOf(response, document);
    const value = content && exampleOfMedia(content.media, document, 'response');
    return value === undefined
      ? []
      : [
          {
            label: status,
            language: typeof value === 'string' ? 'text' : 'json',
            code: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
          },
        ];
  });
  group(view, 'response', answers);
}

function group({ page, file }: ApiView, kind: 'request' | 'response', samples: readonly Sample[]): void {
  if (samples.length === 0) return;
  const panels = samples.map(({ label, language, code }) => {
    const id = page.slugs.component(`${kind}-${label}`);
    page.ids.add(id);
    return { label, id, content: [page.code({ code, language, options: codeOptions('') }, { file })] };
  });
  page.aside.push(
    el(
      'div',
      {
        className: [`${kind}-example`, 'doc-block'],
        role: 'group',
        ariaLabel: kind === 'request' ? 'Example request' : 'Example response',
      },
      tabSet(panels, { className: 'code-group', initial: 0, sync: kind === 'request' }),
    ),
  );
}
