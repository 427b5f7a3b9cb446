import { pathFault } from '../workspace/path-rules.ts';
import { isDocumentation } from './documentation-files.ts';

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
 * Whether a job may change, create or delete a file: documentation below the roots, and nothing else.
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
  if (isDocumentation(path)) return null;
  return `${path} is no documentation file: it may steer builds, hosts or agents, so a job does not change it. Pages (.md, .mdx, .markdown, .rst, .adoc, .asciidoc), navigation files and descriptions of an API (openapi.yaml) may be written. Should it be changed all the same, the operator adds it to the allowed files of the project.`;
}

/** Names under which secrets are kept. A page called `secrets.mdx` is none of them. */
const SECRET =
  /(^|\/)(\.env[^/]*|[^/]+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate|asc|gpg)|id_(rsa|dsa|ecdsa|ed25519)[^/]*|\.(npmrc|netrc|pypirc|htpasswd|git-credentials|dockercfg)|\.(ssh|aws|gnupg|kube)\/.*|(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt|cfg|conf|properties))?|\.docker\/config\.json|kubeconfig|service-account[^/]*\.json)$/i;
