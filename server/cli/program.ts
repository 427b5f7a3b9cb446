import { Command, CommanderError } from 'commander';
import { asOffprintError, systemCode } from '../errors.ts';
import { checkCommand } from './check.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { exportCommand } from './export.ts';
import { jobsCommand } from './jobs.ts';
import { projectsCommand } from './projects.ts';
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
    .version('0.1.0')
    .exitOverride()
    .showHelpAfterError('(offprint --help lists the commands)')
    .configureHelp({ showGlobalOptions: true })
    .addCommand(exportCommand())
    .addCommand(verifyCommand())
    .addCommand(checkCommand())
    .addCommand(projectsCommand())
    .addCommand(jobsCommand());

  for (const command of program.commands)
    command.exitOverride().showHelpAfterError('(add --help for the options)');

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
