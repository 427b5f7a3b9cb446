import { Command, InvalidArgumentError } from 'commander';

/** A command with the options that all commands take. */
export function offprintCommand(name: string): Command {
  return new Command(name)
    .option('--json', 'print JSON instead of text')
    .option('--data <folder>', 'data folder (default: OFFPRINT_DATA, or the standard location)', dataFolder);
}

/** The value of `--data`. An empty one, as from an unset variable, is refused. */
export function dataFolder(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Use the path of a folder, or omit the option.');
}

export type CommonOptions = Readonly<{ json?: boolean; data?: string }>;

/** A command that talks to a server, elsewhere or its own. */
export function apiCommand(name: string): Command {
  return offprintCommand(name)
    .option('--server <url>', 'server to use (default: OFFPRINT_URL); set its API key in OFFPRINT_API_KEY')
    .option('--ca <file>', 'CA certificate for the server (PEM)');
}

export type ApiOptions = CommonOptions & Readonly<{ server?: string; ca?: string }>;
