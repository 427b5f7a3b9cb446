import { pathFault } from '../workspace/path-rules.ts';

export type PathPolicy = Readonly<{
  /** Folders that may be changed, '' for the whole repository, without a slash at their end. */
  roots: readonly string[];
  /** Paths that the operator allows although they are denied below: exact names. */
  allowed: readonly string[];
}>;

/**
 * Whether a job may show a file to the model.
 * @returns why not, as a sentence for the model, or null
 */
export function readFault(path: string, policy: PathPolicy): string | null {
  if (policy.allowed.includes(path)) return null;
  return SECRET.test(path) ? `${path} may hold secrets. It is not read.` : null;
}

/**
 * Whether a job may change, create or delete a file: documentation below the roots, nothing that a build, a
 * repository host or another agent would obey.
 * @returns why not, as a sentence for the model, or null
 */
export function writeFault(path: string, policy: PathPolicy): string | null {
  const fault = pathFault(path);
  if (fault !== null) return `${path} cannot be written. ${fault}`;
  if (!policy.roots.some((root) => root === '' || path.startsWith(`${root}/`))) {
    return `${path} lies outside the documentation (${policy.roots.join(', ')}). Only that may be changed.`;
  }
  if (policy.allowed.includes(path)) return null;
  const secret = readFault(path, policy);
  if (secret !== null) return secret;
  const obeyed = PAGE.test(path) ? OBEYED_PAGE.test(path) : OBEYED_DATA.test(path);
  if (obeyed || OBEYED_FOLDER.test(path)) {
    return `${path} steers builds, hosts or agents. It is not changed by a job.`;
  }
  if (!PAGE.test(path) && !DATA.test(path)) {
    return `${path} is no documentation file. Files ending in .md, .mdx, .markdown, .rst, .adoc, .txt, .json, .yaml and .yml may be written.`;
  }
  return null;
}

/** Names under which secrets are kept. A page called `secrets.mdx` is none of them. */
const SECRET =
  /(^|\/)(\.env[^/]*|[^/]+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate|asc|gpg)|id_(rsa|dsa|ecdsa|ed25519)[^/]*|\.(npmrc|netrc|pypirc|htpasswd|git-credentials|dockercfg)|\.(ssh|aws|gnupg|kube)\/.*|(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt|cfg|conf|properties))?|\.docker\/config\.json|kubeconfig|service-account[^/]*\.json)$/i;

/** Folders whose content is executed or obeyed by builds, hosts and agents, and everything that starts like `.git`. */
const OBEYED_FOLDER =
  /(^|\/)(\.git[^/]*|\.(circleci|forgejo|gitea|woodpecker|buildkite|husky|devcontainer|vscode|idea|cursor|claude|mintlify)|node_modules)(\/|$)/i;

/** Pages that other agents take orders from. */
const OBEYED_PAGE = /(^|\/)(agents?|claude|gemini|copilot-instructions|skill)\.md$/i;

/** Data files that are obeyed; pages of the same name are not. */
const OBEYED_DATA =
  /(^|\/)(\.[^/]+|[^/]*-pipelines\.ya?ml|appveyor\.ya?ml|package\.json|npm-shrinkwrap\.json|([^/]*[-.])?lock\.(json|ya?ml)|pnpm-[^/]*\.ya?ml|composer\.json|deno\.json|[^/]*config[^/]*\.json|(requirements|constraints)[^/]*\.txt|cmakelists\.txt|robots\.txt|llms[^/]*\.txt|mkdocs\.ya?ml|_config\.ya?ml|_toc\.ya?ml|(docker-)?compose[^/]*\.ya?ml|(vercel|wrangler|firebase|turbo|nx|lerna|angular|renovate|dependabot)\.json|codecov\.ya?ml|readthedocs\.ya?ml|taskfile\.ya?ml)$/i;

const PAGE = /\.(mdx?|markdown|rst|adoc)$/i;
const DATA = /\.(txt|json|ya?ml)$/i;
