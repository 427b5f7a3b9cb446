import { Command, CommanderError } from 'commander';
import { asOffprintError, systemCode } from '../errors.ts';
import { RELEASE } from '../release.ts';
import { agentCommand } from './agent.ts';
import { checkCommand } from './check.ts';
import { deltaCommand } from './delta.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { exportCommand } from './export.ts';
import { jobsCommand } from './jobs.ts';
import { keysCommand } from './keys.ts';
import { linksCommand } from './links.ts';
import { loginCommand } from './login.ts';
import { organizationCommand } from './organization.ts';
import { projectsCommand } from './projects.ts';
import { queueCommand } from './queue.ts';
import { secretsCommand } from './secrets.ts';
import { serveCommand } from './serve.ts';
import { settingsCommand } from './server-settings.ts';
import { verifyCommand } from './verify.ts';

/** The whole command line. Sets the exit code. */
export async function runProgram(): Promise<void> {
  // A reader that has seen enough (`| head`) is no fault.
  process.stdout.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
  const program = new Command('offprint')
    .description('Turns documentation sites into self-contained offline bundles.')
    .version(RELEASE)
    .configureHelp({ showGlobalOptions: true })
    .commandsGroup('Bundles:')
    .addCommand(exportCommand())
    .addCommand(verifyCommand())
    .addCommand(checkCommand())
    .addCommand(deltaCommand())
    .commandsGroup('Projects and jobs:')
    .addCommand(projectsCommand())
    .addCommand(jobsCommand())
    .addCommand(queueCommand())
    .addCommand(agentCommand())
    .commandsGroup('Server:')
    .addCommand(serveCommand())
    .addCommand(loginCommand())
    .addCommand(keysCommand())
    .addCommand(organizationCommand())
    .addCommand(settingsCommand())
    .addCommand(linksCommand())
    .addCommand(secretsCommand())
    .commandsGroup('Other:')
    .addHelpText('after', ENVIRONMENT);
  refuseGently(program, '(offprint --help lists the commands)');

  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    } else {
      const fault = asOffprintError(error);
      process.stderr.write(`offprint: ${fault.message}\n`);
      if (fault.code === 'internal' && process.env.OFFPRINT_DEBUG)
        process.stderr.write(`${String(fault.stack)}\n`);
      process.exitCode = exitCodeOf(fault.code);
    }
  }
}

const ENVIRONMENT = `
Environment:
  OFFPRINT_DATA         data folder, where --data is not given
  OFFPRINT_URL          server to talk to, where neither --server nor --data is
  OFFPRINT_API_KEY      admin key for it
  OFFPRINT_SECRET_FILE  file with the master key of the secret store
  OFFPRINT_CHROMIUM     browser to use

Exit codes: 0 done, 1 our fault, 2 usage, 3 job failed, 4 pages missing, 5 check failed,
6 integrity, 7 a cap reached, 8 server not reached, 130 canceled.`;

/** Lets a command and those below it throw instead of ending the process, and say where help is. */
function refuseGently(command: Command, hint: string): void {
  command.exitOverride().showHelpAfterError(hint);
  for (const below of command.commands) refuseGently(below, '(add --help for the options)');
}
