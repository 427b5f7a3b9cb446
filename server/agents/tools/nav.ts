import { z } from 'zod';
import { pageName } from '../../docs-site/model/navigation.ts';
import {
  type DocsConfig,
  findSite,
  type NavigationPage,
  type PageList,
  readDocsConfig,
} from '../docs-config/docs-config.ts';
import {
  endOf,
  insertItem,
  itemsOf,
  JsonFault,
  member,
  membersOf,
  removeItem,
  splice,
} from '../docs-config/json-nodes.ts';
import { keptMode, textOf } from '../workspace/workspace.ts';
import { contentHash } from './content-hash.ts';
import { maybeText, text } from './fields.ts';
import { refused, tool } from './tool.ts';
import { writeFault } from './writable-files.ts';

const OPERATIONS = ['add', 'remove', 'move', 'rename', 'redirect'] as const;

export const nav = tool({
  name: 'nav',
  description:
    'Changes the navigation in docs.json. Pages have the names used there: their path from its folder, without extension. add and move put a page after another one (after) or at the end of a group; rename gives it the name in to; redirect sends readers from the address in page to the address in to.',
  input: z.strictObject({
    operation: z.enum(OPERATIONS).describe('what to do'),
    page: text('the page'),
    group: maybeText('name of the group it goes in'),
    after: maybeText('page to put it after'),
    to: maybeText('new name, or destination of the redirect'),
  }),
  run: async ({ operation, page, group, after, to }, { workspace, policy }) => {
    const { configPath } = findSite(workspace.paths(), policy.roots);
    if (configPath === null)
      return refused('This site has no docs.json, so its navigation cannot be changed with this tool.');
    const fault = writeFault(configPath, policy);
    if (fault !== null) return refused(fault);
    const before = textOf((await workspace.read(configPath)) ?? Buffer.alloc(0));
    if (before === null) return refused(`${configPath} is not UTF-8 text.`);
    let config: DocsConfig;
    try {
      config = readDocsConfig(before);
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      return refused(`${configPath} is not valid JSON: ${error.message}.`);
    }
    const name = pageName(page);
    const edited = changedNavigation(before, config, { operation, name, group, after, to });
    if ('fault' in edited) return refused(edited.fault);
    readDocsConfig(edited.text);
    const content = Buffer.from(edited.text);
    return {
      ok: true,
      text: edited.said,
      changes: [{ path: configPath, mode: keptMode(workspace.entry(configPath)), content }],
      seen: { [configPath]: contentHash(content) },
    };
  },
});

type Request = Readonly<{
  operation: (typeof OPERATIONS)[number];
  name: string;
  group: string | null;
  after: string | null;
  to: string | null;
}>;
type Edited = Readonly<{ text: string; said: string }> | Readonly<{ fault: string }>;

function changedNavigation(before: string, config: DocsConfig, request: Request): Edited {
  const { operation, name, to } = request;
  const found = config.pages.find((entry) => entry.page === name);
  if (operation === 'redirect') return addRedirect(before, config, name, to);
  if (operation === 'add') {
    if (found)
      return { fault: `${name} is already in the navigation, in the group ${found.group ?? '(none)'}.` };
    return addPage(before, config, request);
  }
  if (!found) return { fault: `${name} is not in the navigation.${examples(config)}` };
  if (operation === 'rename') {
    if (to === null) return { fault: '`rename` needs the new name in `to`.' };
    const renamed = JSON.stringify(pageName(to));
    return {
      text: splice(before, found.node.offset, endOf(found.node), renamed),
      said: `Renamed ${name} to ${pageName(to)}.`,
    };
  }
  const without = removeItem(before, found.list, found.index);
  if (operation === 'remove') return { text: without, said: `Removed ${name} from the navigation.` };
  const moved = addPage(without, readDocsConfig(without), request);
  return 'fault' in moved ? moved : { text: moved.text, said: `Moved ${name}.` };
}

function addPage(before: string, config: DocsConfig, { name, group, after }: Request): Edited {
  const item = JSON.stringify(name);
  const behind: NavigationPage | undefined =
    after === null ? undefined : config.pages.find((entry) => entry.page === pageName(after));
  if (after !== null && !behind)
    return { fault: `${pageName(after)} is not in the navigation.${examples(config)}` };
  if (behind) {
    return {
      text: insertItem(before, behind.list, behind.index + 1, item),
      said: `Put ${name} after ${behind.page}.`,
    };
  }
  const groups = config.lists.filter((entry) => group !== null && sameName(entry.group, group));
  if (groups.length > 1)
    return { fault: `There are ${groups.length} groups called "${group}". Give a page in \`after\`.` };
  const target: PageList | undefined =
    groups[0] ?? (group === null && config.lists.length === 1 ? config.lists[0] : undefined);
  if (!target) {
    const names = [...new Set(config.lists.map((entry) => entry.group).filter((entry) => entry !== null))];
    return {
      fault: `Give a group in \`group\` or a page in \`after\`. Groups: ${names.slice(0, 40).join(', ') || 'none'}.`,
    };
  }
  return {
    text: insertItem(before, target.list, itemsOf(target.list).length, item),
    said: `Added ${name} to the group ${target.group ?? '(none)'}.`,
  };
}

function addRedirect(before: string, config: DocsConfig, name: string, to: string | null): Edited {
  if (to === null) return { fault: '`redirect` needs the new address in `to`.' };
  const source = `/${name}`;
  const destination = /^https?:\/\//.test(to) ? to : `/${pageName(to)}`;
  if (source === destination) return { fault: 'The redirect leads to itself.' };
  const same = (address: string): boolean => pageName(address) === name;
  if (config.redirects.some((redirect) => same(redirect.source)))
    return { fault: `${source} already redirects.` };
  const entry = JSON.stringify({ source, destination });
  const list = member(config.root, 'redirects');
  const said = `Redirected ${source} to ${destination}.`;
  if (list?.type === 'array')
    return { text: insertItem(before, list, itemsOf(list).length, spaced(entry)), said };
  const last = membersOf(config.root).at(-1)?.value;
  if (!last) return { fault: 'docs.json is not a JSON object.' };
  return {
    text: splice(before, endOf(last), endOf(last), `,\n  "redirects": [\n    ${spaced(entry)}\n  ]`),
    said,
  };
}

function spaced(json: string): string {
  return json.replace('{', '{ ').replace('}', ' }').replaceAll('":"', '": "').replace('","', '", "');
}

function sameName(a: string | null, b: string): boolean {
  return a !== null && a.trim().toLowerCase() === b.trim().toLowerCase();
}

function examples(config: DocsConfig): string {
  const some = config.pages.slice(0, 20).map((entry) => entry.page);
  return some.length === 0 ? '' : ` Pages in the navigation include ${some.join(', ')}.`;
}
