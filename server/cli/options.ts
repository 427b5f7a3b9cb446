import { Command, InvalidArgumentError } from 'commander';

/** Creates a command with the options that all commands have. */
export function offprintCommand(name: string): Command {
  return new Command(name)
    .option('--json', 'print JSON instead of text')
    .option('--data <folder>', 'data folder (default: OFFPRINT_DATA, or the standard location)', dataFolder);
}

/** Parses `--data`. Rejects an empty value, as from an unset variable. */
export function dataFolder(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Use the path of a folder, or omit the option.');
}

export type CommonOptions = Readonly<{ json?: boolean; data?: string }>;

/** Creates a command that talks to a server, remote or its own. */
export function apiCommand(name: string): Command {
  return offprintCommand(name)
    .option('--server <url>', 'server to use (default: OFFPRINT_URL); set its API key in OFFPRINT_API_KEY')
    .option('--ca <file>', 'CA certificate for the server (PEM)');
}

export type ApiOptions = CommonOptions & Readonly<{ server?: string; ca?: string }>;
