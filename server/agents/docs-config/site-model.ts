import { ConfigFault } from '../../docs-site/model/config-file.ts';
import { ignoredPaths } from '../../docs-site/model/mintignore.ts';
import { apiSources, type Entry, readNavigation, type Section } from '../../docs-site/model/navigation.ts';
import { readConfig } from '../../docs-site/model/read-config.ts';
import { type Redirect, readRedirects } from '../../docs-site/model/redirects.ts';
import { referenceTarget } from '../../docs-site/model/resolve-refs.ts';
import { recordOf, textIn } from '../../docs-site/model/values.ts';
import { JsonFault, parseJson } from './json-nodes.ts';

/** What the generator reads of a docs.json or mint.json, with the files that its `$ref`s name and `.mintignore`. */
export type SiteModel = Readonly<{
  /** Pages and operations as the navigation names them, in order. */
  listed: readonly Listed[];
  redirects: readonly Redirect[];
  /** OpenAPI documents that the configuration names. */
  openapi: readonly string[];
  /** Whether a path, from the folder of the site, is no part of it. */
  isIgnored: (path: string) => boolean;
  /** Entries that the generator leaves out, by the file that contains them. */
  faults: readonly ConfigProblem[];
}>;

export type Listed = Readonly<{
  name: string;
  kind: 'page' | 'operation';
  /** Whether the same language and version name it before. */
  isAgain: boolean;
}>;

/** What is wrong with a configuration, and in which file. */
export type ConfigProblem = Readonly<{ file: string; line: number | null; message: string }>;

/** A configuration that nothing can be made of. */
export class SiteFault extends Error implements ConfigProblem {
  readonly file: string;
  readonly line: number | null;
  constructor({ file, line, message }: ConfigProblem) {
    super(message);
    this.name = 'SiteFault';
    this.file = file;
    this.line = line;
  }
}

/**
 * Reads the configuration of a site as the generator does.
 * @param name docs.json or mint.json
 * @param paths files of the site, from its folder
 * @param read gives the text of one of them; null where it cannot be read
 * @throws SiteFault
 */
export async function readSiteModel(
  name: string,
  paths: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<SiteModel> {
  const texts = new Map<string, Buffer>();
  const load = async (file: string): Promise<void> => {
    const text = texts.has(file) ? null : await read(file);
    if (text === null) return;
    texts.set(file, Buffer.from(text));
    for (const target of referencesIn(parsed(file, text), file)) await load(target);
  };
  await load(name);
  const ignored = await read('.mintignore');
  if (ignored !== null) texts.set('.mintignore', Buffer.from(ignored));
  const tree = {
    paths,
    has: (path: string) => texts.has(path),
    read: (path: string) => texts.get(path) ?? Buffer.alloc(0),
  };
  const faults: ConfigProblem[] = [];
  try {
    const config = readConfig(tree, ({ file, message }) => faults.push({ file, line: null, message }));
    return {
      listed: listedIn(readNavigation(config)),
      redirects: readRedirects(config.redirects),
      openapi: [
        ...new Set([
          ...documentsIn(config.navigation),
          ...apiSources(recordOf(config.api)?.openapi ?? config.openapi).map(({ source }) => source),
        ]),
      ],
      isIgnored: ignoredPaths(tree),
      faults,
    };
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    throw new SiteFault({ file: error.file, line: null, message: error.message });
  }
}

/** The JSON of a file; its faults with their lines. @throws SiteFault */
function parsed(file: string, text: string): unknown {
  try {
    parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new SiteFault({ file, line: error.line, message: `${file} is not valid JSON: ${error.message}.` });
  }
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

function* referencesIn(value: unknown, file: string): Generator<string> {
  for (const inner of Array.isArray(value) ? value : Object.values(recordOf(value) ?? {}))
    yield* referencesIn(inner, file);
  const reference = textIn(value, '$ref');
  if (reference !== undefined) yield referenceTarget(file, reference);
}

function listedIn(root: Section): Listed[] {
  const listed: Listed[] = [];
  const inEntries = (entries: readonly Entry[], known: Set<string>): void => {
    for (const entry of entries) {
      // A group may list the page that its label leads to as well.
      if (entry.kind === 'group') {
        const { root: own, entries: inner } = entry;
        if (own !== undefined && !inner.some((one) => one.kind === 'page' && one.name === own))
          listed.push({ name: own, kind: 'page', isAgain: false });
        inEntries(entry.entries, known);
      } else if (entry.kind === 'page') {
        listed.push({ name: entry.name, kind: 'page', isAgain: known.has(entry.name) });
        known.add(entry.name);
      } else if (entry.kind === 'operation') {
        listed.push({ name: entry.text, kind: 'operation', isAgain: false });
      }
    }
  };
  const inSection = (section: Section, known: Set<string>): void => {
    const own = section.kind === 'language' || section.kind === 'version' ? new Set<string>() : known;
    inEntries(section.entries, own);
    for (const inner of section.sections) inSection(inner, own);
  };
  inSection(root, new Set());
  return listed;
}

/** Documents that any part of a navigation names. */
function documentsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(documentsIn);
  return Object.entries(recordOf(value) ?? {}).flatMap(([key, inner]) =>
    key === 'openapi' ? apiSources(inner).map(({ source }) => source) : documentsIn(inner),
  );
}
