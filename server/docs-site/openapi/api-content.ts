import type { Html, Rendering } from '../components/rendering.ts';
import type { FindingCode } from '../findings.ts';
import type { Page } from '../model/page.ts';
import type { Site } from '../model/site.ts';
import { SUPPLIED } from '../model/supplied.ts';
import { textIn } from '../model/values.ts';
import type { Node } from '../parse/nodes.ts';
import type { ApiDocument } from './documents.ts';
import {
  type ApiView,
  FIELDS_LENGTH_MAX,
  operationBar,
  operationView,
  schemaView,
} from './operation-view.ts';
import { otherApiOf } from './other-apis.ts';

/** Languages of the examples on operation pages. */
export const API_LANGUAGES = ['bash', 'javascript', 'python', 'go', 'json'];

/** Renders the operation or schema of an OpenAPI document that a page documents, in addition to its text. */
export function apiContent(
  page: Page,
  site: Site,
  rendering: Rendering,
  markdown: (text: string) => Node[],
  report: (code: FindingCode, message: string, file: string) => void,
): Html[] {
  const file = page.file ?? site.config.name;
  const view: ApiView = {
    page: rendering,
    file,
    settings: site.settings.api,
    markdown: (text) => rendering.render(markdown(text)),
    room: { left: FIELDS_LENGTH_MAX },
  };
  const publish = (document: ApiDocument): void => {
    if (!document.file.startsWith(`${SUPPLIED}/`)) rendering.files.add(document.file);
  };
  const missing = (fault: string, isRemote: boolean): void =>
    report(isRemote ? 'remote-file' : 'missing-operation', fault, file);
  const other = otherApiOf(page.values, file);
  if (other) report(other.code, other.message, file);
  const schema = textIn(page.values, 'openapi-schema');
  if (page.api !== undefined) {
    const found = site.documents.operation(page.api, file, site.apiSources);
    if ('found' in found) {
      publish(found.found.document);
      return operationView(found.found, view, page.description === '');
    }
    missing(found.fault, found.isRemote);
    const [method = '', route = ''] = page.api.trim().split(/\s+/).slice(-2);
    return [operationBar(method, route)];
  }
  if (schema !== undefined) {
    const found = site.documents.schema(schema, file);
    if ('found' in found) {
      publish(found.found.document);
      return schemaView(found.found.schema, found.found.document, view);
    }
    missing(found.fault, found.isRemote);
  }
  const api = /^\s*(\S+)\s+(\S+)\s*$/.exec(textIn(page.values, 'api') ?? '');
  return api ? [operationBar(api[1] ?? '', api[2] ?? '')] : [];
}
