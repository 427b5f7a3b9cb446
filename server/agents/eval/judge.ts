import { type DocsConfig, findSite, readDocsConfig } from '../docs-config/docs-config.ts';
import { JsonFault } from '../docs-config/json-nodes.ts';
import type { Finding } from '../validators/finding.ts';
import { textOf, type Workspace } from '../workspace/workspace.ts';
import type { Expectation } from './task.ts';

/** Lists the expectations that the files do not meet after a task, as sentences. Empty if the task is solved. */
export async function judge(
  expect: Expectation,
  workspace: Workspace,
  findings: readonly Finding[],
): Promise<string[]> {
  const faults: string[] = [];
  const changed = [...workspace.changes().keys()];
  const text = async (path: string): Promise<string> => {
    const content = await workspace.read(path);
    return content === null ? '' : (textOf(content) ?? '');
  };
  if (expect.noChange && changed.length > 0) faults.push(`changed ${changed.join(', ')}`);
  if (!expect.noChange && changed.length === 0) faults.push('changed nothing');
  for (const [path, wanted] of Object.entries(expect.contains ?? {})) {
    const content = await text(path);
    for (const part of wanted)
      if (!content.includes(part)) faults.push(`${path} does not contain ${JSON.stringify(part)}`);
  }
  for (const [path, unwanted] of Object.entries(expect.lacks ?? {})) {
    const content = await text(path);
    for (const part of unwanted)
      if (content.includes(part)) faults.push(`${path} contains ${JSON.stringify(part)}`);
  }
  for (const path of changed) {
    if (expect.only && !expect.only.includes(path)) faults.push(`changed ${path}`);
  }
  for (const path of expect.created ?? []) if (!workspace.entry(path)) faults.push(`did not create ${path}`);
  for (const path of expect.deleted ?? []) if (workspace.entry(path)) faults.push(`did not delete ${path}`);
  faults.push(...(await navigationFaults(expect, workspace)));
  if (expect.maxChangedLines !== undefined) {
    const lines = [...(await workspace.lineCounts()).values()].reduce(
      (sum, count) => sum + (count?.added ?? 0) + (count?.removed ?? 0),
      0,
    );
    if (lines > expect.maxChangedLines)
      faults.push(
        `changed ${lines} ${lines === 1 ? 'line' : 'lines'}; the limit is ${expect.maxChangedLines}`,
      );
  }
  for (const { path, message } of findings) faults.push(`${path}: ${message}`);
  return faults;
}

async function navigationFaults(expect: Expectation, workspace: Workspace): Promise<string[]> {
  const { navigation = [], notInNavigation = [], group = {}, order = [], redirects = {} } = expect;
  const asked = [navigation, notInNavigation, order, Object.keys(group), Object.keys(redirects)];
  if (asked.every(({ length }) => length === 0)) return [];
  const { configPath } = findSite(workspace.paths(), ['']);
  let config: DocsConfig;
  try {
    config = readDocsConfig(((await workspace.read(configPath ?? '')) ?? Buffer.alloc(0)).toString('utf8'));
  } catch (error) {
    if (error instanceof JsonFault) return [`the navigation is not valid JSON: ${error.message}`];
    throw error;
  }
  const faults: string[] = [];
  const pages = config.pages.map(({ page }) => page);
  for (const page of navigation) {
    const count = pages.filter((other) => other === page).length;
    if (count !== 1) faults.push(`${page} appears ${count} times in the navigation`);
  }
  for (const page of notInNavigation) if (pages.includes(page)) faults.push(`${page} is in the navigation`);
  for (const [page, name] of Object.entries(group)) {
    const found = config.pages.find((entry) => entry.page === page)?.group;
    if (found !== name) faults.push(`${page} is in the group ${found ?? '(none)'}, not ${name}`);
  }
  const places = order.map((page) => pages.indexOf(page));
  if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))) {
    faults.push(`the pages are not in this order: ${order.join(', ')}`);
  }
  for (const [source, destination] of Object.entries(redirects)) {
    const found = config.redirects.find((redirect) => redirect.source === source)?.destination;
    if (found !== destination)
      faults.push(`${source} redirects to ${found ?? '(nothing)'}, not ${destination}`);
  }
  return faults;
}
