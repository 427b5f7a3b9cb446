import type { Finding } from '../findings.ts';
import { addressOf } from '../model/address.ts';
import type { ConfigPlace, ConfigPlaces } from '../model/config-places.ts';
import type { Entry, Section } from '../model/navigation.ts';
import { pageName } from '../model/navigation.ts';
import type { Page } from '../model/page.ts';
import { documentedSlug } from '../model/slugs.ts';
import { listOf, recordOf, textIn } from '../model/values.ts';
import { type ApiDocuments, isRemote, type Operation, operationsOf } from './documents.ts';

export type Expanded = Readonly<{ root: Section; pages: readonly Page[]; findings: readonly Finding[] }>;

/**
 * Replaces operations in the navigation with pages. The format does not document their addresses; the platform uses
 * `/<directory>/<tag>/<summary>`, with `api-reference` if no directory is stated.
 */
export function withGeneratedPages(root: Section, documents: ApiDocuments, places: ConfigPlaces): Expanded {
  const pages = new Map<string, Page>();
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  /** An operation named again keeps its page; other operations with the same name get a number. */
  const nameOf = (base: string, api: string): string => {
    let name = names.get(`${base}\n${api}`) ?? base;
    let count = counts.get(base) ?? 0;
    while (pages.has(name) && pages.get(name)?.api !== api) name = `${base}-${++count}`;
    counts.set(base, count);
    names.set(`${base}\n${api}`, name);
    return name;
  };
  const findings: Finding[] = [];
  const fault = (message: string, remote: boolean, place: ConfigPlace): [] => {
    findings.push({ code: remote ? 'remote-file' : 'missing-operation', ...place, message });
    return [];
  };
  const pageEntry = (operation: Operation, directory: string | undefined): Entry => {
    const page = generatedPage(operation, directory, nameOf);
    if (!pages.has(page.name)) pages.set(page.name, page);
    return { kind: 'page', name: page.name };
  };
  const expand = (entry: Entry): Entry[] => {
    if (entry.kind === 'group') return [{ ...entry, entries: entry.entries.flatMap(expand) }];
    if (entry.kind === 'operation') {
      const found = documents.operation(
        entry.text,
        'docs.json',
        entry.api.map(({ source }) => source),
      );
      return 'found' in found
        ? [pageEntry(found.found, entry.api[0]?.directory)]
        : fault(found.fault, found.isRemote, places.find(['pages', 'root'], entry.text));
    }
    if (entry.kind !== 'operations') return [entry];
    return entry.api.flatMap(({ source, directory }) => {
      const document = documents.document(source, 'docs.json');
      const place = places.find(['openapi', 'source'], source);
      if (!document && isRemote(source))
        return fault(
          `The OpenAPI document ${source} is not in the repository, so its pages are left out.`,
          true,
          place,
        );
      if (!document) return fault(`There is no OpenAPI document ${source}.`, false, place);
      const groups = new Map<string, Entry[]>();
      for (const operation of operationsOf(document)) {
        if (operation.values['x-excluded'] === true || operation.values['x-hidden'] === true) continue;
        const tag = tagOf(operation);
        const entries = groups.get(tag) ?? [];
        groups.set(tag, entries);
        entries.push(pageEntry(operation, directory));
      }
      const labels = new Map(
        listOf(document.values.tags).map((tag) => [textIn(tag, 'name'), textIn(tag, 'x-group')]),
      );
      return [...groups].map(
        ([tag, entries]): Entry => ({
          kind: 'group',
          label: labels.get(tag) ?? tag,
          expanded: false,
          hidden: false,
          entries,
        }),
      );
    });
  };
  const inSection = (section: Section): Section => ({
    ...section,
    sections: section.sections.map(inSection),
    entries: section.entries.flatMap(expand),
  });
  return { root: inSection(root), pages: [...pages.values()], findings };
}

function tagOf({ values }: Operation): string {
  const [tag] = listOf(values.tags);
  return typeof tag === 'string' && tag !== '' ? tag : 'Endpoints';
}

function generatedPage(
  operation: Operation,
  directory: string | undefined,
  nameOf: (base: string, api: string) => string,
): Page {
  const { values, method, route, document } = operation;
  const own = recordOf(values['x-mint']);
  const metadata = recordOf(own?.metadata) ?? {};
  const title =
    textIn(metadata, 'title') ??
    textIn(values, 'summary') ??
    textIn(values, 'operationId') ??
    `${method.toUpperCase()} ${route}`;
  const api = `${document.file} ${method} ${route}`;
  const href = textIn(own, 'href');
  const base =
    href === undefined
      ? [directory ?? 'api-reference', documentedSlug(tagOf(operation)), pathSlug(title)].join('/')
      : pageName(href);
  const name = nameOf(pageName(base), api);
  return {
    name,
    address: addressOf(name),
    title,
    sidebarTitle: textIn(metadata, 'sidebarTitle') ?? title,
    description: textIn(metadata, 'description') ?? '',
    method: method.toUpperCase(),
    deprecated: values.deprecated === true,
    hidden: false,
    values: metadata,
    api,
  };
}

/** Returns a title as path segment, which must not be empty or point out of its folder. */
function pathSlug(title: string): string {
  return documentedSlug(title.replaceAll('/', ' ')) || 'operation';
}
