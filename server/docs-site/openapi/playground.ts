import { el } from '../components/element.ts';
import type { Html } from '../components/rendering.ts';
import { recordOf, textIn, type Values } from '../model/values.ts';
import type { Operation } from './documents.ts';
import { contentOf, exampleOfMedia, parametersOf, schemesOf, serverOf } from './operation-request.ts';
import { exampleOf } from './schema.ts';

/**
 * Renders a form that calls the operation, run by browser/site.ts. In a bundle it is part of the feature `playground`:
 * the exporter redirects its requests to the address in offprint-site.js, or removes the form. `api.playground.display`
 * of docs.json can disable it.
 */
export function playground(operation: Operation, settings: Values): Html[] {
  const { document, method, route, values } = operation;
  const display = textIn(recordOf(settings.playground), 'display') ?? 'interactive';
  if (display !== 'interactive' || method === 'webhook') return [];
  const body = contentOf(values.requestBody, document);
  const example = body && exampleOfMedia(body.media, document, 'request');
  const fields = [
    ...schemesOf(operation).map(({ name, place, sample }) => input(place, name, '', sample, false)),
    ...parametersOf(operation).map(({ name, place, required, schema, values: own }) => {
      const stated = own.example ?? exampleOf(schema, document, 'request');
      const text = stated === undefined || typeof stated === 'object' ? '' : String(stated);
      return input(place, name, required ? text : '', text, required);
    }),
  ];
  return [
    el(
      'form',
      {
        className: ['api-playground'],
        dataMethod: method.toUpperCase(),
        dataUrl: serverOf(operation, textIn(settings, 'baseUrl')) + route,
        ...(body && { dataType: body.type }),
      },
      el(
        'details',
        {},
        el('summary', {}, 'Try it'),
        el('div.api-playground-fields', {}, fields),
        body &&
          el(
            'label',
            {},
            el('span', {}, 'Body'),
            el(
              'textarea',
              { name: 'body', rows: 8, spellCheck: 'false' },
              example === undefined
                ? ''
                : typeof example === 'string'
                  ? example
                  : JSON.stringify(example, null, 2),
            ),
          ),
        el('button', { type: 'submit' }, 'Send'),
        el('output', { ariaLive: 'polite', tabIndex: 0 }),
      ),
    ),
  ];
}

function input(place: string, name: string, value: string, placeholder: string, required: boolean): Html {
  return el(
    'label',
    {},
    el('span', {}, name, required && el('span.field-required', {}, ' required')),
    el('input', {
      type: 'text',
      name: `${place}:${name}`,
      value,
      placeholder,
      required: required || undefined,
      autoComplete: ['off'],
      spellCheck: 'false',
    }),
  );
}
