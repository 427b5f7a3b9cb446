import { pathFault } from '../workspace/path-rules.ts';
import { isDocumentation } from './writable-files.ts';

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
  return SECRET.test(path) ? `${path} may contain secrets, so it cannot be read.` : null;
}

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

/** Names under which secrets are kept. A page called `secrets.mdx` is none of them. */
const SECRET =
  /(^|\/)(\.env[^/]*|[^/]+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate|asc|gpg)|id_(rsa|dsa|ecdsa|ed25519)[^/]*|\.(npmrc|netrc|pypirc|htpasswd|git-credentials|dockercfg)|\.(ssh|aws|gnupg|kube)\/.*|(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt|cfg|conf|properties))?|\.docker\/config\.json|kubeconfig|service-account[^/]*\.json)$/i;
