import type { Finding } from '../findings.ts';
import { readRedirects } from './redirects.ts';
import { isColor } from './settings.ts';
import { listOf, recordOf, textIn, type Values } from './values.ts';

/** What a configuration states and nothing can be made of: each entry is left out. */
export function configFaults(config: Values): Finding[] {
  return [
    ...pageFaults(config.navigation),
    ...redirectFaults(config.redirects),
    ...colorFaults(config.colors),
  ].map((message) => ({ code: 'config', file: 'docs.json', message: `${message} The entry was left out.` }));
}

function* pageFaults(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const inner of value) yield* pageFaults(inner);
  for (const [key, inner] of Object.entries(recordOf(value) ?? {})) {
    if (key !== 'pages') {
      yield* pageFaults(inner);
      continue;
    }
    if (!Array.isArray(inner)) yield `"pages" is not a list: ${shown(inner)}.`;
    for (const entry of listOf(inner)) {
      if (typeof entry !== 'string' && recordOf(entry) === undefined)
        yield `"pages" contains something that is neither a page name nor a group: ${shown(entry)}.`;
      yield* pageFaults(entry);
    }
  }
}

function* redirectFaults(value: unknown): Generator<string> {
  for (const entry of listOf(value)) {
    const [redirect] = readRedirects([entry]);
    if (!redirect) yield `A redirect needs "source" and "destination": ${shown(entry)}.`;
    else if (redirect.source === redirect.destination)
      yield `The redirect from ${redirect.source} points to itself.`;
  }
}

function* colorFaults(value: unknown): Generator<string> {
  for (const key of ['primary', 'light', 'dark']) {
    const color = textIn(value, key);
    if (color !== undefined && !isColor(color))
      yield `The color "${key}" must look like #0a7b4f, not ${shown(color)}.`;
  }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
