import type { SiteModel } from '../docs-config/site-model.ts';
import { type Finding, finding } from './finding.ts';
import type { Page } from './page.ts';
import { joined, type SiteView } from './site-view.ts';
import { readYaml } from './yaml-source.ts';

const OPERATION = /^(?:(\S+)\s+)?(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|WEBHOOK)\s+(\S+)$/i;

/**
 * Checks that the operation named in a page's front matter (`openapi: "GET /users"`) exists in a document of the site.
 */
export async function checkOperation(
  view: SiteView,
  config: SiteModel | null,
  path: string,
  page: Page,
): Promise<Finding[]> {
  const named = page.frontMatter.openapi;
  if (typeof named !== 'string') return [];
  const report = (message: string): Finding[] => [finding('openapi', path, null, message, named)];
  const match = OPERATION.exec(named.trim());
  if (!match) return [];
  const [, file, method = '', route = ''] = match;
  const sources = (file === undefined ? (config?.openapi ?? []) : [file]).filter(
    (source) => !/^https?:/.test(source),
  );
  // Documents on the network cannot be checked from here.
  if (sources.length === 0) return [];
  for (const source of sources) {
    const place = joined(view.root.folder, source.replace(/^\/+/, ''));
    const candidates = [place, `${place}.json`, `${place}.yaml`, `${place}.yml`];
    const found = candidates.find((candidate) => view.has(candidate));
    if (!found) {
      if (file !== undefined) return report(`The OpenAPI document ${JSON.stringify(source)} does not exist.`);
      continue;
    }
    const operations = operationsOf(await view.text(found));
    if (operations === null) return report(`The OpenAPI document ${found} cannot be read.`);
    if (operations.has(`${method.toLowerCase()} ${route}`)) return [];
  }
  return report(`No OpenAPI document on the site defines the operation ${method.toUpperCase()} ${route}.`);
}

/** Returns `get /users` for every operation; null if the text is not an OpenAPI document. */
function operationsOf(text: string | null): ReadonlySet<string> | null {
  if (text === null) return null;
  let document: unknown;
  try {
    if (text.trimStart().startsWith('{')) document = JSON.parse(text);
    else {
      const { fault, documents } = readYaml(text);
      if (fault !== null) return null;
      document = documents[0]?.toJS({ maxAliasCount: 1000 });
    }
  } catch {
    return null;
  }
  if (typeof document !== 'object' || document === null) return null;
  const { paths, webhooks } = document as { paths?: unknown; webhooks?: unknown };
  const operations = new Set<string>();
  for (const [route, methods] of entries(paths)) {
    for (const [method] of entries(methods)) operations.add(`${method.toLowerCase()} ${route}`);
  }
  for (const [name] of entries(webhooks)) operations.add(`webhook ${name}`);
  return operations;
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
