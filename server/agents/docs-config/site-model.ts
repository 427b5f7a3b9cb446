import { ConfigFault } from '../../docs-site/model/config-file.ts';
import { ignoredPaths } from '../../docs-site/model/mintignore.ts';
import { apiSources, type Entry, readNavigation, type Section } from '../../docs-site/model/navigation.ts';
import { readConfig } from '../../docs-site/model/read-config.ts';
import { type Redirect, readRedirects } from '../../docs-site/model/redirects.ts';
import { referenceTarget } from '../../docs-site/model/resolve-refs.ts';
import { recordOf, textIn } from '../../docs-site/model/values.ts';
import { JsonFault, parseJson } from './json-nodes.ts';

/** Site as the generator reads it from a docs.json or mint.json, the files in its `$ref`s, and `.mintignore`. */
export type SiteModel = Readonly<{
  /** Pages and operations in the navigation, in order. */
  listed: readonly Listed[];
  redirects: readonly Redirect[];
  /** OpenAPI documents named in the configuration. */
  openapi: readonly string[];
  /** Whether a path, relative to the site's folder, is excluded from the site. */
  isIgnored: (path: string) => boolean;
  /** Entries that the generator skips, with the file that contains them. */
  faults: readonly ConfigProblem[];
}>;

export type Listed = Readonly<{
  name: string;
  kind: 'page' | 'operation';
  /** Whether it was already listed in the same language and version. */
  isAgain: boolean;
}>;

/** Problem in a configuration file. */
export type ConfigProblem = Readonly<{ file: string; line: number | null; message: string }>;

/** Error for an unusable configuration. */
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
 * @param paths files of the site, relative to its folder
 * @param read returns the text of one of them, or null if it cannot be read
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

/**
 * Parses the JSON of a file.
 * @throws SiteFault with the line of the error
 */
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
      // A group may also list the page that its label links to.
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

/** Returns the OpenAPI documents named anywhere in a navigation. */
function documentsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(documentsIn);
  return Object.entries(recordOf(value) ?? {}).flatMap(([key, inner]) =>
    key === 'openapi' ? apiSources(inner).map(({ source }) => source) : documentsIn(inner),
  );
}
