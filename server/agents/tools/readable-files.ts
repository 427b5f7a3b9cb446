/**
 * Checks whether a job may show a file to the model. It may show everything but secrets.
 * @param policy `allowed` lists exact paths that the operator allows anyway
 * @returns why not, as a sentence for the model, or null
 */
export function readFault(path: string, policy: Readonly<{ allowed: readonly string[] }>): string | null {
  if (policy.allowed.includes(path)) return null;
  return SECRET.test(path) ? `${path} may contain secrets, so it cannot be read.` : null;
}

/** Names of files that usually contain secrets. A page called `secrets.mdx` is not one of them. */
const SECRET =
  /(^|\/)(\.env[^/]*|[^/]+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate|asc|gpg)|id_(rsa|dsa|ecdsa|ed25519)[^/]*|\.(npmrc|netrc|pypirc|htpasswd|git-credentials|dockercfg)|\.(ssh|aws|gnupg|kube)\/.*|(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt|cfg|conf|properties))?|\.docker\/config\.json|kubeconfig|service-account[^/]*\.json)$/i;
