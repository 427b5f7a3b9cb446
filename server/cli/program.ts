import { Command, CommanderError } from 'commander';
import { isNear } from '../../shared/site-address.ts';
import { asOffprintError, systemCode } from '../errors.ts';
import { RELEASE } from '../release.ts';
import { EXIT, exitCodeOf, exitCodes } from './exit-codes.ts';
import { pasteable } from './terminal.ts';

/** Runs the command line. Sets the exit code. */
export async function runProgram(): Promise<void> {
  // A reader that closes the pipe (`| head`) is not an error.
  process.stdout.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
  const program = await buildProgram(process.argv[2] ?? '');
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    } else {
      const fault = asOffprintError(error);
      process.stderr.write(`offprint: ${pasteable(fault.message)}\n`);
      if (fault.code === 'internal' && process.env.OFFPRINT_DEBUG)
        process.stderr.write(`${String(fault.stack)}\n`);
      process.exitCode = exitCodeOf(fault.code);
    }
  }
}

/** @param named command to run: only this one is loaded, or all if there is no such command */
export async function buildProgram(named: string): Promise<Command> {
  const program = new Command('offprint')
    .description('Turns documentation sites into self-contained offline bundles.')
    .version(RELEASE)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', ENVIRONMENT);
  for (const [heading, commands] of COMMANDS) {
    program.commandsGroup(heading);
    const asked = Object.hasOwn(commands, named)
      ? [named]
      : needsNoCommand(named)
        ? []
        : Object.keys(commands);
    for (const name of asked) program.addCommand((await commands[name]?.()) as Command);
  }
  program.commandsGroup('Other:');
  refuseGently(program, '(offprint --help lists the commands)');
  return program;
}

type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** Each command is a module of its own. A run loads the one it needs; help loads all. */
const COMMANDS: readonly (readonly [heading: string, Commands])[] = [
  [
    'Bundles:',
    {
      export: async () => (await import('./export.ts')).exportCommand(),
      preview: async () => (await import('./preview.ts')).previewCommand(),
      verify: async () => (await import('./verify.ts')).verifyCommand(),
      sign: async () => (await import('./sign.ts')).signCommand(),
      trust: async () => (await import('./trust.ts')).trustCommand(),
      split: async () => (await import('./split-join.ts')).splitCommand(),
      join: async () => (await import('./split-join.ts')).joinCommand(),
      receive: async () => (await import('./receive.ts')).receiveCommand(),
      received: async () => (await import('./received.ts')).receivedCommand(),
      check: async () => (await import('./check.ts')).checkCommand(),
      delta: async () => (await import('./delta.ts')).deltaCommand(),
      compare: async () => (await import('./compare.ts')).compareCommand(),
    },
  ],
  [
    'Publishing:',
    {
      targets: async () => (await import('./targets.ts')).targetsCommand(),
      publish: async () => (await import('./publish.ts')).publishCommand(),
      rollback: async () => (await import('./publish.ts')).rollbackCommand(),
      host: async () => (await import('./host.ts')).hostCommand(),
      hosting: async () => (await import('./hosting.ts')).hostingCommand(),
      publications: async () => (await import('./publications.ts')).publicationsCommand(),
      audit: async () => (await import('./audit.ts')).auditCommand(),
    },
  ],
  [
    'Projects and jobs:',
    {
      projects: async () => (await import('./projects.ts')).projectsCommand(),
      jobs: async () => (await import('./jobs.ts')).jobsCommand(),
      prune: async () => (await import('./prune.ts')).pruneCommand(),
      'disk-use': async () => (await import('./prune.ts')).diskUseCommand(),
      schedule: async () => (await import('./schedule.ts')).scheduleCommand(),
      queue: async () => (await import('./queue.ts')).queueCommand(),
      agent: async () => (await import('./agent.ts')).agentCommand(),
    },
  ],
  [
    'Server:',
    {
      serve: async () => (await import('./serve.ts')).serveCommand(),
      login: async () => (await import('./login.ts')).loginCommand(),
      keys: async () => (await import('./keys.ts')).keysCommand(),
      organization: async () => (await import('./organization.ts')).organizationCommand(),
      settings: async () => (await import('./server-settings.ts')).settingsCommand(),
      links: async () => (await import('./links.ts')).linksCommand(),
      secrets: async () => (await import('./secrets.ts')).secretsCommand(),
      backup: async () => (await import('./backup.ts')).backupCommand(),
      restore: async () => (await import('./restore.ts')).restoreCommand(),
      diagnostics: async () => (await import('./diagnostics.ts')).diagnosticsCommand(),
      doctor: async () => (await import('./doctor.ts')).doctorCommand(),
    },
  ],
];

/** Whether a group of commands can skip loading its own, because the run needs another command or only the version. */
function needsNoCommand(name: string): boolean {
  return name === '--version' || name === '-V' || isCommand(name);
}

function isCommand(name: string): boolean {
  return COMMANDS.some(([, commands]) => Object.hasOwn(commands, name));
}

const ENVIRONMENT = `
Environment:
  OFFPRINT_DATA         data folder, if --data is not given
  OFFPRINT_URL          server to use, if neither --server nor --data is given
  OFFPRINT_API_KEY      API key for that server
  OFFPRINT_SECRET_FILE  file that holds the master key for the secret store
  OFFPRINT_CHROMIUM     browser to use
  OFFPRINT_HOST_STATE   where offprint host keeps versions, if --state is not given

Exit codes:
${exitCodes.map(([code, meaning]) => `  ${String(code).padEnd(4)}${meaning}`).join('\n')}`;

/** Makes a command and its subcommands throw instead of ending the process, and print how to get help. */
function refuseGently(command: Command, hint: string): void {
  command.exitOverride().showHelpAfterError(hint);
  command.configureOutput({ outputError: (text, write) => write(withHiddenOption(command, text)) });
  for (const below of command.commands) {
    refuseGently(below, '(add --help to list the options)');
    if (below.registeredArguments.length === 0 && below.commands.length === 0)
      refuseArguments(command, below);
  }
}

/** Suggests a hidden option for a mistyped one. commander ignores options that only `--help all` lists. */
function withHiddenOption(command: Command, text: string): string {
  const [, given] = /unknown option '(--[^'=]+)/.exec(text) ?? [];
  if (given === undefined) return text;
  const meant = command.options.find(({ long }) => long && isNear(given, long))?.long;
  return meant === undefined ? text : `error: unknown option '${given}'\n(Did you mean ${meant}?)\n`;
}

/**
 * Rejects arguments of a command that has none. If it ran as the default command of its parent, the error names the
 * first word as an unknown command.
 */
function refuseArguments(parent: Command, command: Command): void {
  command.allowExcessArguments().hook('preAction', (_, { args }) => {
    if (args.length === 0) return;
    const [called = '', [word = '']] = [parent.args[0], args];
    if (called === command.name() || command.aliases().includes(called))
      command.error(
        `error: too many arguments for '${called}'. Expected 0 arguments but got ${args.length}.`,
      );
    const near = parent.commands.map((one) => one.name()).find((name) => isNear(word, name));
    parent.error(`error: unknown command '${word}'${near === undefined ? '' : `\n(Did you mean ${near}?)`}`);
  });
}
