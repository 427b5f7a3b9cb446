import { pathFault } from '../workspace/path-rules.ts';
import { readFault } from './readable-files.ts';

export type PathPolicy = Readonly<{
  /** Folders that may be changed, '' for the whole repository, without a slash at their end. */
  roots: readonly string[];
  /** Paths that the operator allows although they are denied below: exact names. */
  allowed: readonly string[];
}>;

/**
 * Whether a job may change, create or delete a file: documentation below the roots, and nothing else.
 * @returns why not, as a sentence for the model, or null
 */
export function writeFault(path: string, policy: PathPolicy): string | null {
  const fault = pathFault(path);
  if (fault !== null) return `${path} cannot be written. ${fault}`;
  if (!policy.roots.some((root) => root === '' || path.startsWith(`${root}/`))) {
    return `${path} is outside the documentation folders (${policy.roots.join(', ')}). Only files there may be changed.`;
  }
  if (policy.allowed.includes(path)) return null;
  const secret = readFault(path, policy);
  if (secret !== null) return secret;
  if (isDocumentation(path)) return null;
  return `${path} is not a documentation file: it may control builds, hosts or agents, so jobs cannot change it. They can change pages (.md, .mdx, .markdown, .rst, .adoc, .asciidoc), navigation files and API descriptions (openapi.yaml). To change it anyway, the operator must add it to the project's allowed files.`;
}

/**
 * Whether documentation consists of such files: pages of a known markup, and the few data files that say how pages are
 * ordered or what an API is like. What is on no list here is no documentation, whatever build, host or agent it may be
 * meant for: names of tools that take orders from files are made up faster than a list of them could grow.
 */
export function isDocumentation(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.some((part) => part.startsWith('.') || OBEYED_FOLDER.test(part))) return false;
  if (/\.(md|markdown)$/i.test(name) && ORDERS.test(stemOf(name))) return false;
  if (PAGE.test(name)) return !ORDERS_BY_CAPITALS.test(name.normalize('NFKC'));
  // As a page a text is rare, as a list of packages common: only where texts lie that pages take in.
  if (/\.txt$/i.test(name))
    return !NO_TEXT.test(name) && parts.slice(0, -1).some((part) => TEXT_FOLDER.test(part));
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

/**
 * Pages that agents take orders from whatever folder they lie in, in every letter case: file systems may fold it, and
 * letters that only look different (`ſ`, full width).
 */
const ORDERS =
  /^((agents?|claude|gemini|copilot[-_]?instructions|skill)([.-][\w-]+)?|.*\.(instructions?|prompts?|chatmode|agents?|rules?))$/;

/** The same in every markup, and names of products and words that only in capitals are more than the topic of a page. */
const ORDERS_BY_CAPITALS =
  /^(AGENTS?|CLAUDE|GEMINI|SKILLS?|REPLIT|CODEBUDDY|IFLOW|OPENCODE|CODEX|QWEN|WARP|CRUSH|JULES|CONVENTIONS|COPILOT|CURSOR|AMP|KIMI|ROO|GROK|MEMORY|GUIDELINES|KNOWLEDGE|INSTRUCTIONS|CONTEXT|RULES|PROMPTS?|SOUL|IDENTITY|PERSONA|TOOLS|HEARTBEAT|BOOTSTRAP|GOOSE|AIDER|DEVIN|JUNIE|WINDSURF|CLINE|TRAE|KIRO)\./;

/**
 * Whether a page may instruct agents or builds although it may be documentation: it may be written, and is shown to a
 * person. Pages in capitals at the root of a repository, other than the usual ones; names that agents look for, and
 * folders of agents and templates, outside folders of documentation.
 */
export function mayGiveOrders(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  const stem = stemOf(name);
  const [first = ''] = parts;
  if (parts.length === 1 && PAGE.test(name)) {
    if (/\p{Lu}/u.test(name) && plainStem(name) === plainStem(name).toUpperCase() && !USUAL.test(stem))
      return true;
  }
  if (parts.length > 1 && DOCUMENTATION_FOLDER.test(first)) return false;
  return ORDERS.test(stem) || WORDS.test(stem) || parts.slice(0, -1).some((part) => ORDERS_FOLDER.test(part));
}

const USUAL =
  /^(readme|index|summary|changelog|changes|history|news|releases?|contributing|contributors|code[-_]of[-_]conduct|license|licence|copying|notice|security|support|governance|maintainers|authors|credits|roadmap|install|upgrading|migration|faq|glossary|troubleshooting)([.-][\w-]+)?$/;

const WORDS =
  /^(replit|codebuddy|iflow|opencode|knowledge|best[-_]practices|instructions?|custom[-_]instructions|system[-_]?prompt|prompts?|context|rules?|guidelines|memory|memories|conventions|tools|soul|identity|persona|heartbeat|bootstrap|steering|llms?|cursor|windsurf|cline|kiro|codex|qwen|copilot|aider|goose|junie|devin|warp|crush|jules|roo|amp|kimi|grok|trae|zed)([.-][\w-]+)?$/;

const ORDERS_FOLDER =
  /^[_.]?(agents?|subagents?|commands?|prompts?|rules?|skills?|memory|memories|steering|chatmodes?|instructions?|hooks|workflows|personas?|modes?|claude|cursor|gemini|copilot|codex|windsurf|cline|kiro|roo|opencode|layouts?|archetypes|themes?|templates?|overrides|shortcodes|plugins?|extensions?)$/i;

/** The first folder of paths that are documentation, whatever they are called below it. */
const DOCUMENTATION_FOLDER =
  /^_?(docs?|documentation|content|contents|pages?|guides?|manual|handbook|site|website|book|wiki|help|tutorials?|reference)$/i;

/** The name without the extension of its markup, as a file system may fold it. */
function stemOf(name: string): string {
  return plainStem(name).toLowerCase();
}

function plainStem(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\.(mdx?|markdown|rst|adoc|asciidoc|txt)$/i, '')
    .replace(/\s+/g, '');
}

/** Lists of packages and orders for hosts and crawlers, wherever they lie. */
const NO_TEXT =
  /^((requirements|constraints|dependencies|packages)[\w.-]*|cmakelists|conanfile|robots|humans|llms[\w.-]*|ads|app-ads|security|manifest)\.txt$/i;
