/** Variables that make a program load or run something else than itself. */
const DANGEROUS =
  /^(NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_REPL_.*|ELECTRON_.*|LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_.*|GCONV_PATH|PYTHON.*|PERL5.*)$/i;

/** The environment for the processes of this app, and so for the browsers that they start. */
export function childEnvironment(env: Readonly<NodeJS.ProcessEnv>): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !DANGEROUS.test(name)) clean[name] = value;
  }
  return clean;
}
