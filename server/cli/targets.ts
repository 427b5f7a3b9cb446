import { Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import { readPlainFile } from '../plain-file.ts';
import { shapes } from '../store/targets.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { targetSettingsOf } from './target-address.ts';
import { type Cell, formatBytes, formatTime, type Output, outputFor, plural } from './terminal.ts';
import type { NewTarget, Target, TargetChange, TargetList, TargetState } from './wire.ts';
import { type Api, withApi } from './with-api.ts';

const PATH = '/v1/targets';

export function targetsCommand(): Command {
  return new Command('targets')
    .summary('manage the places bundles are published to')
    .description(
      'The places bundles are published to. Each target holds versions of one site, and readers see the current version.',
    )
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(addCommand())
    .addCommand(showCommand())
    .addCommand(testCommand())
    .addCommand(setCommand())
    .addCommand(removeCommand());
}

function listCommand(): Command {
  return apiCommand('list')
    .description('List the targets.')
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const list = await api.request<TargetList>('GET', PATH);
        output.result(list);
        if (list.targets.length === 0) output.line('No targets yet. Add one with: offprint targets add');
        output.table(
          ['NAME', 'KIND', 'SHAPE', 'KEEPS', 'PLACE'],
          list.targets.map(({ name, settings, shape, keep, place }) => [
            name,
            settings.kind,
            shape,
            keep === 0 ? 'all' : String(keep),
            place,
          ]),
        );
      }),
    );
}

type ChangeOptions = ApiOptions &
  Readonly<{ shape?: Target['shape']; keep?: string; name?: string; hostKey?: string } & SecretOptions>;

type AddOptions = ChangeOptions & Readonly<{ authority?: string; endpoint?: string; region?: string }>;

type SecretOptions = Readonly<{
  passwordFile?: string;
  privateKeyFile?: string;
  passphraseFile?: string;
  secretKeyFile?: string;
  sessionTokenFile?: string;
}>;

function withTargetOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--shape <shape>', 'archive: one file; site: unpacked, for a web server').choices(shapes),
    )
    .option('--keep <count>', 'number of versions to keep on the target; 0: all')
    .option('--password-file <file>', 'file with the password, or - for standard input')
    .option('--private-key-file <file>', "SFTP: file with the user's private key")
    .option('--passphrase-file <file>', 'SFTP: file with the passphrase for the private key')
    .option('--secret-key-file <file>', 'S3: file with the secret key')
    .option('--session-token-file <file>', 'S3: file with the session token for temporary keys')
    .option(
      '--host-key <fingerprint>',
      'SFTP: the expected host key, SHA256:… (offprint targets test shows the actual key)',
    );
}

function addCommand(): Command {
  return withTargetOptions(apiCommand('add'))
    .description('Add a target. Nothing is written to it until you publish something.')
    .argument('<name>', 'name of the target')
    .argument(
      '<address>',
      'a folder; drive:<label> or drive:<mount point>; a WebDAV folder (https://user@host/folder); an SFTP folder (sftp://user@host/folder, sftp://user@host/~/folder); a bucket (s3://<access key id>@<bucket>/<prefix>)',
    )
    .option('--authority <file>', 'CA certificate for the target (PEM)')
    .option('--endpoint <address>', 'S3: server address, without the bucket')
    .option('--region <region>', "S3: the bucket's region (default: us-east-1)")
    .action((name: string, address: string, options: AddOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const { keep, shape, authority, hostKey, endpoint, region } = options;
        const body: NewTarget = {
          name,
          settings: targetSettingsOf(address, {
            ca: authority && pemIn(authority),
            hostKey,
            endpoint,
            region,
          }),
          ...(shape && { shape }),
          ...(keep !== undefined && { keep: countOf(keep) }),
          secrets: secretsOf(options),
        };
        const target = await api.request<Target>('POST', PATH, body);
        output.result(target);
        printTarget(target, output);
        output.line(`Test it with: offprint targets test ${target.name}`);
      }),
    );
}

function setCommand(): Command {
  return withTargetOptions(apiCommand('set'))
    .description('Change a target. To publish to a different place, add another target.')
    .argument('<target>', TARGET)
    .option('--name <name>', 'new name')
    .action((given: string, options: ChangeOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const { targetId } = await findTarget(api, given);
        const { name, shape, keep, hostKey } = options;
        const change: TargetChange = {
          ...(name !== undefined && { name }),
          ...(shape && { shape }),
          ...(keep !== undefined && { keep: countOf(keep) }),
          ...(hostKey !== undefined && { hostKey }),
          secrets: secretsOf(options),
        };
        const target = await api.request<Target>('PATCH', `${PATH}/${targetId}`, change);
        output.result(target);
        printTarget(target, output);
      }),
    );
}

function showCommand(): Command {
  return stateCommand('show', 'List the versions on a target.', (api, { targetId }) =>
    api.request<TargetState>('GET', `${PATH}/${targetId}/state`),
  );
}

function testCommand(): Command {
  return stateCommand(
    'test',
    'Write a small file to a target, read it back and remove it, then show what the target supports.',
    (api, { targetId }) => api.request<TargetState>('POST', `${PATH}/${targetId}/test`),
  );
}

function stateCommand(
  name: string,
  description: string,
  look: (api: Api, target: Target) => Promise<TargetState>,
): Command {
  return apiCommand(name)
    .description(description)
    .argument('<target>', TARGET)
    .action((given: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const target = await findTarget(api, given);
        const state = await look(api, target);
        output.result(state);
        printTarget(target, output);
        printState(state, output);
      }),
    );
}

function removeCommand(): Command {
  return apiCommand('remove')
    .description('Remove a target. The files on it are not deleted.')
    .argument('<target>', TARGET)
    .action((given: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const { targetId, name } = await findTarget(api, given);
        await api.request('DELETE', `${PATH}/${targetId}`);
        output.result({ removed: targetId });
        output.line(`Removed   ${name}. The files on it were not deleted.`);
      }),
    );
}

const TARGET = 'name or id';

export async function listTargets(api: Api): Promise<readonly Target[]> {
  return (await api.request<TargetList>('GET', PATH)).targets;
}

/** @throws OffprintError `not-found` */
export async function findTarget(api: Api, given: string): Promise<Target> {
  const found = (await listTargets(api)).find(({ targetId, name }) => targetId === given || name === given);
  if (found) return found;
  throw new OffprintError(
    'not-found',
    `There is no target ${given}. List the targets with: offprint targets`,
  );
}

function printTarget({ name, place, shape, keep, secrets }: Target, output: Output): void {
  output.line(`Target    ${name}`);
  output.line(`Place     ${place}`);
  output.line(
    `Shape     ${shape}, ${keep === 0 ? 'keeps all versions' : `keeps ${plural(keep, 'version')}`}`,
  );
  if (secrets.length > 0) output.line(`Secrets   ${secrets.join(', ')}`);
}

const POINTERS = { link: 'a symbolic link', file: 'a file', object: 'an object' } as const;

function printState({ capabilities, current, releases }: TargetState, output: Output): void {
  const { pointer, resumesFiles, copies, freeBytes } = capabilities;
  const can = [
    `${POINTERS[pointer]} points to the current version`,
    resumesFiles ? 'interrupted uploads resume' : 'interrupted uploads start over',
    copies
      ? 'unchanged files are copied from an earlier version on the target'
      : 'unchanged files are sent again',
    ...(freeBytes === null ? [] : [`${formatBytes(freeBytes)} free`]),
  ];
  output.line(`Works     ${can.join('; ')}`);
  output.line(`Current   ${current ?? 'none'}`);
  output.table(
    ['VERSION', 'PUBLISHED', 'FILES', 'SIZE', 'DIGEST', 'BY'],
    releases.map(({ version, publishedAt, fileCount, sizeBytes, digest, publishedBy }): Cell[] => [
      version === current ? { text: version, colour: 'green' } : version,
      formatTime(publishedAt),
      fileCount,
      formatBytes(sizeBytes),
      digest.slice(0, 12),
      publishedBy,
    ]),
  );
}

function secretsOf(options: SecretOptions): NonNullable<NewTarget['secrets']> {
  const { passwordFile, privateKeyFile, passphraseFile, secretKeyFile, sessionTokenFile } = options;
  return {
    ...(passwordFile !== undefined && { password: secretIn(passwordFile) }),
    ...(privateKeyFile !== undefined && { privateKey: secretIn(privateKeyFile) }),
    ...(passphraseFile !== undefined && { passphrase: secretIn(passphraseFile) }),
    ...(secretKeyFile !== undefined && { secretAccessKey: secretIn(secretKeyFile) }),
    ...(sessionTokenFile !== undefined && { sessionToken: secretIn(sessionTokenFile) }),
  };
}

function pemIn(file: string): string {
  return readPlainFile(file, 'The certificate file').toString('utf8');
}

/** Reads a secret without the line break that editors and echo add. */
function secretIn(file: string): string {
  const bytes = readPlainFile(file === '-' ? '/dev/stdin' : file, 'The secret file');
  return bytes.toString('utf8').replace(/\r?\n$/, '');
}

/** @throws OffprintError `usage` */
function countOf(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new OffprintError(
    'usage',
    `"${text}" is not a valid number of versions. Use a number like 5, or 0 to keep all.`,
  );
}
