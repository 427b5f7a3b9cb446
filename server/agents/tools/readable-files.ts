/**
 * Whether a job may show a file to the model: everything but secrets.
 * @param policy its `allowed` are paths that the operator allows all the same: exact names
 * @returns why not, as a sentence for the model, or null
 */
export function readFault(path: string, policy: Readonly<{ allowed: readonly string[] }>): string | null {
  if (policy.allowed.includes(path)) return null;
  return SECRET.test(path) ? `${path} may contain secrets, so it cannot be read.` : null;
}

/** Names under which secrets are kept. A page called `secrets.mdx` is none of them. */
const SECRET =
  /(^|\/)(\.env[^/]*|[^/]+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate|asc|gpg)|id_(rsa|dsa|ecdsa|ed25519)[^/]*|\.(npmrc|netrc|pypirc|htpasswd|git-credentials|dockercfg)|\.(ssh|aws|gnupg|kube)\/.*|(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt|cfg|conf|properties))?|\.docker\/config\.json|kubeconfig|service-account[^/]*\.json)$/i;
