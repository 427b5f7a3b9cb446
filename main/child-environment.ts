/** Variables that make a program load or run other code. */
const DANGEROUS =
  /^(NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_REPL_.*|ELECTRON_.*|LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_.*|GCONV_PATH|PYTHON.*|PERL5.*)$/i;

/** Environment for this app's processes, and for the browsers they start. */
export function childEnvironment(env: Readonly<NodeJS.ProcessEnv>): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !DANGEROUS.test(name)) clean[name] = value;
  }
  return clean;
}
