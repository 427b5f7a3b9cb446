import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command, Option } from 'commander';
import { parsePublicKey } from '../bundles/public-key.ts';
import type { TrustedKey } from '../bundles/trust.ts';
import { OffprintError } from '../errors.ts';
import type { Host, HostOptions } from '../hosting/host.types.ts';
import { readValues, type StaticExport } from '../hosting/values.ts';
import { readPlainFile } from '../plain-file.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { dataFolder } from './options.ts';
import { type Output, outputFor } from './terminal.ts';
import { trustedKeysFor } from './trusted-keys.ts';

type Options = Readonly<{
  json?: boolean;
  data?: string;
  values: readonly string[];
  enabled?: string;
  bundleUrl?: string;
  pin?: string;
  host: string;
  port: string;
  state?: string;
  keep: string;
  tlsCert?: string;
  tlsKey?: string;
  accessLog?: string;
  authority?: string;
  trust: readonly string[];
  print?: string;
  unpack: boolean;
}>;

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export function hostCommand(): Command {
  return new Command('host')
    .summary('serve a bundle to readers')
    .description(
      'Serves a bundle as a site. If you specify a bundle, it is served until you stop the command. With --values, the command reads the deployment settings (staticExport.enabled, .bundleUrl and .version) at startup and on SIGHUP. It then fetches, verifies, unpacks and checks the bundle, and switches to it. If anything fails, it keeps serving the current version.',
    )
    .argument(
      '[bundle]',
      'bundle to serve, for a quick look: an archive, a set of volumes, or an unpacked bundle',
    )
    .option(
      '--values <file>',
      'deployment values file, YAML or JSON; later files override earlier ones',
      collect,
      [],
    )
    .option('--enabled <boolean>', 'staticExport.enabled (STATIC_EXPORT_ENABLED)')
    .option(
      '--bundle-url <address>',
      'staticExport.bundleUrl (STATIC_EXPORT_BUNDLE_URL): an address or a path',
    )
    .option('--pin <version>', 'staticExport.version (STATIC_EXPORT_VERSION)')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '8080')
    .addOption(
      new Option('--state <folder>', 'folder where versions are unpacked and kept').env(
        'OFFPRINT_HOST_STATE',
      ),
    )
    .option('--no-unpack', 'serve each version straight from its zip archive, for a quick look')
    .option('--keep <number>', 'how many versions to keep, including the current one', '3')
    .option('--tls-cert <file>', 'TLS certificate chain (PEM); with --tls-key, the site is served over HTTPS')
    .option('--tls-key <file>', 'private key for the certificate (PEM)')
    .option(
      '--access-log <file>',
      'file to log every request to, in the combined log format; - for standard output',
    )
    .option('--authority <file>', 'CA certificate (PEM) to trust when fetching the bundle')
    .option(
      '--trust <file>',
      'accept only bundles signed with this key (a public key file); repeat to accept more keys',
      collect,
      [],
    )
    .option(
      '--data <folder>',
      'accept only bundles signed with a key that this data folder trusts',
      dataFolder,
    )
    .addOption(
      new Option(
        '--print <server>',
        'only print a configuration that lets another web server serve the unpacked version in --state',
      ).choices(['apache', 'caddy', 'nginx']),
    )
    .option('--json', 'print JSON instead of text')
    .addHelpText(
      'after',
      `
Examples:
  offprint host docs.zip
  offprint host docs.zip --state /srv/docs --print nginx > /etc/nginx/conf.d/docs.conf
  offprint host --values values.yaml --state /var/lib/offprint-host --host 0.0.0.0
  STATIC_EXPORT_ENABLED=true STATIC_EXPORT_BUNDLE_URL=https://… offprint host --state versions --trust key.pem`,
    )
    .action(runHost);
}

async function runHost(bundle: string | undefined, options: Options): Promise<void> {
  const output = outputFor(options.json === true);
  if (options.print !== undefined) {
    await printConfig(bundle, options, output);
    return;
  }
  const temporary =
    options.state === undefined ? fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-host-')) : undefined;
  try {
    await serveUntilStopped(bundle, options, options.state ?? temporary ?? '', output);
  } finally {
    if (temporary !== undefined) fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Unpacks the bundle into the folder for versions and prints the configuration another web server needs to serve it.
 */
async function printConfig(bundle: string | undefined, options: Options, output: Output): Promise<void> {
  if (options.state === undefined) {
    throw new OffprintError(
      'usage',
      'Another web server needs a permanent folder to serve the unpacked version from. Specify one with --state.',
    );
  }
  const { serverConfig } = await import('../hosting/server-configs/server-config.ts');
  const { bringVersion } = await import('../hosting/bring-version.ts');
  const release = await interruptible(async (signal) =>
    bringVersion(valuesOf(bundle, options), {
      stateFolder: path.resolve(options.state ?? ''),
      trusted: await trustedKeys(options, output),
      authorityFile: options.authority,
      signal,
      log: (line) => output.note(line),
    }),
  );
  const port = numberOf(options.port, '--port', 0, 65_535);
  process.stdout.write(serverConfig(options.print ?? '', release, { port }));
}

async function serveUntilStopped(
  bundle: string | undefined,
  options: Options,
  stateFolder: string,
  output: Output,
): Promise<void> {
  const log = (line: string): void => output.note(`${new Date().toISOString()}  ${line}`);
  const { startHost } = await import('../hosting/host.ts');
  const host = await startHost({
    listen: { host: options.host, port: numberOf(options.port, '--port', 0, 65_535), tls: tlsOf(options) },
    stateFolder: path.resolve(stateFolder),
    keep: numberOf(options.keep, '--keep', 1, 1000),
    accessLog: options.accessLog,
    authorityFile: options.authority,
    storage: bundle === undefined && options.unpack ? 'files' : 'zip',
    read: async () => ({ values: valuesOf(bundle, options), trusted: await trustedKeys(options, output) }),
    log,
  });
  const stopped = untilStopped(host, log);
  try {
    if (bundle !== undefined && !(await hasBegun(host))) return;
    output.line(`Serving   ${host.url}`);
    output.result({ url: host.url, pid: process.pid, stateFolder, ...host.state() });
    await stopped;
  } finally {
    await host.close();
  }
  log('stopped');
}

/** Waits until the bundle is served. If it cannot be served, sets the exit code: there is no other version to serve. */
async function hasBegun(host: Host): Promise<boolean> {
  await host.settled();
  const { state, lastError } = host.state();
  if (state === 'serving' || !lastError) return true;
  process.exitCode = exitCodeOf(lastError.code); // the log has the reason
  return false;
}

function valuesOf(bundle: string | undefined, { values, enabled, bundleUrl, pin }: Options): StaticExport {
  if (bundle !== undefined) {
    if (values.length > 0 || enabled !== undefined || bundleUrl !== undefined)
      throw new OffprintError('usage', 'Use a bundle or --values, not both.');
    return readValues({
      options: {
        enabled: { name: '--enabled', value: 'true' },
        bundleUrl: { name: 'the bundle', value: bundle },
        ...(pin !== undefined && { version: { name: '--pin', value: pin } }),
      },
    });
  }
  return readValues({
    files: values,
    environment: process.env,
    options: {
      ...(enabled !== undefined && { enabled: { name: '--enabled', value: enabled } }),
      ...(bundleUrl !== undefined && { bundleUrl: { name: '--bundle-url', value: bundleUrl } }),
      ...(pin !== undefined && { version: { name: '--pin', value: pin } }),
    },
  });
}

/** Returns the keys from the given files and from the data folder, if one is given. */
async function trustedKeys(options: Options, output: Output): Promise<readonly TrustedKey[]> {
  const ofFiles = options.trust.map((file): TrustedKey => {
    const publicKey = parsePublicKey(readPlainFile(file, 'The key file').toString('utf8'));
    return { publicKey, name: path.basename(file), isOwn: false, revokedAt: null, revokedReason: null };
  });
  if (options.data === undefined) return ofFiles;
  return [...(await trustedKeysFor({ data: options.data }, output)), ...ofFiles];
}

function tlsOf({ tlsCert, tlsKey }: Options): HostOptions['listen']['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new OffprintError('usage', 'HTTPS needs both --tls-cert and --tls-key.');
  return {
    cert: readPlainFile(tlsCert, 'The certificate'),
    key: readPlainFile(tlsKey, 'The private key'),
  };
}

function numberOf(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new OffprintError('usage', `${name} must be a whole number from ${min} to ${max}.`);
}

/** SIGHUP reloads the values. The first SIGINT or SIGTERM shuts down gracefully, a second one immediately. */
function untilStopped(host: Host, log: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(EXIT.canceled);
      isStopping = true;
      log('stopping (send the signal again to stop immediately)');
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    process.on('SIGHUP', () => {
      host
        .reload()
        .catch((error: Error) =>
          log(`The values could not be reloaded, so the previous ones remain in effect: ${error.message}`),
        );
    });
  });
}
