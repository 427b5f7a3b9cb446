/**
 * Whether documentation consists of such files: pages of a known markup, and the few data files that say how pages are
 * ordered or what an API is like. What is on no list here is no documentation, whatever build, host or agent it may be
 * meant for: names of tools that take orders from files are made up faster than a list of them could grow.
 */
export function isDocumentation(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.some((part) => part.startsWith('.') || OBEYED_FOLDER.test(part))) return false;
  if (PAGE.test(name)) return !ORDERS.test(name) && !ORDERS_BY_CAPITALS.test(name);
  // As a page a text is rare, as a list of packages common: only where texts lie that pages take in.
  if (/\.txt$/i.test(name)) return parts.slice(0, -1).some((part) => TEXT_FOLDER.test(part));
  return DATA.test(name);
}

/** Whether a path is a picture of points: shown, never obeyed. */
export function isPicture(path: string): boolean {
  return /^(?!\.)(?!.*\/\.).*\.(png|jpe?g|gif|webp|avif)$/i.test(path);
}

const PAGE = /\.(mdx?|markdown|rst|adoc|asciidoc)$/i;

/**
 * The order of pages (Mintlify, Docusaurus, Nextra, DocFX, Jupyter Book), a glossary, and descriptions of an API. What
 * configures a generator (`mkdocs.yml`, `_config.yml`, `antora.yml`, `conf.py`) is none: it names plugins and hooks,
 * and YAML tags that a build runs.
 */
const DATA =
  /^((docs|mint|_?meta)\.json|(_category_|_?sidebars?|_?nav|navigation|_?toc|menus?|glossary)\.(json|ya?ml)|([\w-]+[._-])?(openapi|swagger|asyncapi)([._-]?v?\d[\w.]*)?\.(json|ya?ml))$/i;

const TEXT_FOLDER = /^_?(snippets?|includes?|partials?)$/i;

/** Folders whose pages are templates or programs of a build. */
const OBEYED_FOLDER = /^(node_modules|_layouts|_plugins|_extensions|\$RECYCLE\.BIN)$/i;

/** Pages that agents take orders from, in any letter case, since file systems may not tell it apart. */
const ORDERS =
  /^((agents?|claude|gemini|copilot-instructions|skill)(\.[\w-]+)?\.(md|markdown)|.*\.(instructions|prompt|chatmode|agent)\.(mdx?|markdown))$/i;

/** The same in every markup, and names that only in capitals are more than the topic of a page. */
const ORDERS_BY_CAPITALS = /^(AGENTS?|CLAUDE|GEMINI|SKILL|CODEX|QWEN|WARP|CRUSH|JULES|CONVENTIONS)\./;
