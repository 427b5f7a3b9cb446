import { pathFault } from '../workspace/path-rules.ts';
import { readFault } from './readable-files.ts';

export type PathPolicy = Readonly<{
  /** Folders that may be changed, without a trailing slash; '' for the whole repository. */
  roots: readonly string[];
  /** Exact paths that the operator allows although they are denied below. */
  allowed: readonly string[];
}>;

/**
 * Checks whether a job may change, create or delete a file: only documentation below the roots.
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
 * Whether a file is documentation: a page in a known markup language, or one of the few data files that define the
 * order of pages or describe an API. This is an allow-list. Anything else is not documentation, whatever build, host or
 * agent it is meant for: new tools that take instructions from files appear faster than a deny-list could grow.
 */
export function isDocumentation(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.some((part) => part.startsWith('.') || OBEYED_FOLDER.test(part))) return false;
  if (/\.(md|markdown)$/i.test(name) && ORDERS.test(stemOf(name))) return false;
  if (PAGE.test(name)) return !ORDERS_BY_CAPITALS.test(name.normalize('NFKC'));
  // Text files are rarely pages but often package lists, so allow them only in folders for texts that pages include.
  if (/\.txt$/i.test(name))
    return !NO_TEXT.test(name) && parts.slice(0, -1).some((part) => TEXT_FOLDER.test(part));
  return DATA.test(name);
}

/** Whether a path is a raster image, which is only displayed and never executed. */
export function isPicture(path: string): boolean {
  return /^(?!\.)(?!.*\/\.).*\.(png|jpe?g|gif|webp|avif)$/i.test(path);
}

const PAGE = /\.(mdx?|markdown|rst|adoc|asciidoc)$/i;

/**
 * Page order (Mintlify, Docusaurus, Nextra, DocFX, Jupyter Book), glossaries, and API descriptions. Generator
 * configuration (`mkdocs.yml`, `_config.yml`, `antora.yml`, `conf.py`) is not included: it names plugins and hooks, and
 * YAML tags that a build runs.
 */
const DATA =
  /^((docs|mint|_?meta)\.json|(_category_|_?sidebars?|_?nav|navigation|_?toc|menus?|glossary)\.(json|ya?ml)|([\w-]+[._-])?(openapi|swagger|asyncapi)([._-]?v?\d[\w.]*)?\.(json|ya?ml))$/i;

const TEXT_FOLDER = /^_?(snippets?|includes?|partials?)$/i;

/** Folders whose files a build uses as templates or programs. */
const OBEYED_FOLDER = /^(node_modules|_layouts|_plugins|_extensions|\$RECYCLE\.BIN)$/i;

/**
 * Pages that agents take instructions from in any folder. Matches any letter case, which file systems may fold, and
 * letters that only look different (`ſ`, full width).
 */
const ORDERS =
  /^((agents?|claude|gemini|copilot[-_]?instructions|skill)([.-][\w-]+)?|.*\.(instructions?|prompts?|chatmode|agents?|rules?))$/;

/**
 * The same for every markup language, plus product names and words that are instructions only in capitals. Otherwise
 * they are just the topic of a page.
 */
const ORDERS_BY_CAPITALS =
  /^(AGENTS?|CLAUDE|GEMINI|SKILLS?|REPLIT|CODEBUDDY|IFLOW|OPENCODE|CODEX|QWEN|WARP|CRUSH|JULES|CONVENTIONS|COPILOT|CURSOR|AMP|KIMI|ROO|GROK|MEMORY|GUIDELINES|KNOWLEDGE|INSTRUCTIONS|CONTEXT|RULES|PROMPTS?|SOUL|IDENTITY|PERSONA|TOOLS|HEARTBEAT|BOOTSTRAP|GOOSE|AIDER|DEVIN|JUNIE|WINDSURF|CLINE|TRAE|KIRO)\./;

/**
 * Whether a page may contain instructions for agents or builds although it may be documentation. Jobs may write it, but
 * the change is shown to a person. Such pages are those in capitals at the root of a repository, except the usual ones.
 * Outside documentation folders, they are also names that agents look for, and pages in folders for agents or
 * templates.
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

/** Top-level folders in which everything is documentation, whatever its name. */
const DOCUMENTATION_FOLDER =
  /^_?(docs?|documentation|content|contents|pages?|guides?|manual|handbook|site|website|book|wiki|help|tutorials?|reference)$/i;

/** Returns the name without its markup extension, folded as a file system may do it. */
function stemOf(name: string): string {
  return plainStem(name).toLowerCase();
}

function plainStem(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\.(mdx?|markdown|rst|adoc|asciidoc|txt)$/i, '')
    .replace(/\s+/g, '');
}

/** Package lists, and instructions for hosts and crawlers, in any folder. */
const NO_TEXT =
  /^((requirements|constraints|dependencies|packages)[\w.-]*|cmakelists|conanfile|robots|humans|llms[\w.-]*|ads|app-ads|security|manifest)\.txt$/i;
