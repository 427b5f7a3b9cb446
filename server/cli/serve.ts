import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { ListenerSettings } from '../api/listener.ts';
import type { Running } from '../app.ts';
import { whyNoSandbox } from '../exports/chromium/sandbox.ts';
import { RELEASE } from '../release.ts';
import { settingsOf } from '../settings-precedence.ts';
import { dataFolderOf } from './data-folder.ts';
import { EXIT } from './exit-codes.ts';
import { openInBrowser } from './open-browser.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { settingValue } from './server-settings.ts';
import { kebab } from './setting-options.ts';
import { type Output, outputFor } from './terminal.ts';

type ServeOptions = CommonOptions &
  Readonly<{
    host?: string;
    port?: string;
    tlsCertificate?: string;
    tlsKey?: string;
    allowPlainNetwork?: boolean;
    publicUrl?: string;
    secretFile?: string;
    open?: boolean;
  }>;

/** Listener settings that an option can override for one launch. */
const LISTENER = ['host', 'port', 'tlsCertificate', 'tlsKey', 'publicUrl'] as const;

export function serveCommand(): Command {
  return offprintCommand('serve')
    .summary('run the server: HTTP API, interface and export queue')
    .description(
      "Serves a data folder's HTTP API and runs its exports until stopped (Ctrl-C, SIGTERM). Interrupted exports continue when the server starts again. Options override the server settings until the server stops.",
    )
    .option('--host <address>', 'address to listen on (setting: host; default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on (setting: port; default: 4750); 0: any free port')
    .option('--tls-certificate <file>', 'TLS certificate chain (PEM); with --tls-key, the API uses HTTPS')
    .option('--tls-key <file>', "the certificate's private key (PEM)")
    .option('--allow-plain-network', 'allow listening on a network address without TLS')
    .option('--open', 'open the interface in the browser')
    .option('--public-url <url>', 'address that others use to reach this server, used in links')
    .option(
      '--secret-file <file>',
      'file that holds the master key for the secret store (env: OFFPRINT_SECRET_FILE)',
    )
    .addHelpText(
      'after',
      `
Examples:
  offprint serve
  offprint serve --host 0.0.0.0 --tls-certificate chain.pem --tls-key key.pem
  offprint serve --public-url https://docs-builder.example   (behind a proxy)`,
    )
    .action(runServer);
}

/** Folders next to the server, both in the repository and in an installation. */
const FOLDERS = {
  interfaceFolder: fileURLToPath(new URL('../../renderer/dist', import.meta.url)),
  exampleFolder: fileURLToPath(new URL('../../examples/handbook', import.meta.url)),
};

async function runServer(options: ServeOptions): Promise<void> {
  process.umask(0o077); // a server only writes to its data folder
  const output = outputFor(options.json === true);
  const dataFolder = dataFolderOf(options.data);
  const log = (line: string): void => output.note(`${new Date().toISOString()}  ${line}`);
  // Large, and only this command needs it.
  const { createServer } = await import('../app.ts');
  const server = createServer(
    { dataFolder, listener: listenerOf(options), ...FOLDERS },
    { log, secrets: { secretFile: options.secretFile } },
  );
  const running = await server.listen();
  try {
    const stopped = untilStopped(log);
    const told = tellState(running, dataFolder, options, output);
    // A keychain may be slow. A signal must not wait for it.
    await Promise.race([told, stopped]);
    told.catch(() => {});
    await stopped;
  } finally {
    await server.close();
  }
  log('stopped');
}

function listenerOf(options: ServeOptions): Partial<ListenerSettings> {
  const chosen: Record<string, unknown> = { localApi: true };
  for (const name of LISTENER) {
    const word = options[name];
    if (word !== undefined) chosen[name] = settingValue(name, [word], `--${kebab(name)}`);
  }
  if (options.allowPlainNetwork) chosen.allowPlainNetwork = true;
  return chosen;
}

async function tellState(
  { url, host, secrets, loginLink }: Running,
  dataFolder: string,
  options: ServeOptions,
  output: Output,
): Promise<void> {
  const { listKeys } = await import('../store/keys.ts');
  const now = Date.now();
  const keys = listKeys(host.store()).filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now),
  ).length;
  const here = options.data === undefined ? '' : ` --data ${dataFolder}`;
  const publicUrl = options.publicUrl ?? settingsOf(host.store()).publicUrl;
  output.line(`Offprint ${RELEASE} is running.`);
  output.line(`API       ${url}`);
  output.line(`Reference ${url}/reference`);
  if (publicUrl !== '') output.line(`Links     begin with ${publicUrl}`);
  output.line(`Data      ${dataFolder}`);
  output.line(
    `Keys      ${keys === 0 ? `none yet. Create the first one with: offprint keys create --name <name>${here}` : keys}`,
  );
  const unsandboxed = whyNoSandbox();
  if (unsandboxed !== undefined) output.line(`Browser   ${unsandboxed}`);
  const state = await secrets();
  output.line(`Secrets   ${state.detail}`);
  if (state.problem !== undefined) output.line('          To see why, run: offprint secrets status');
  const loginUrl = loginLink()?.url ?? null;
  if (loginUrl === null) output.line('Interface not built. Build it with: npm run build');
  else {
    output.line('');
    output.line(
      `To use Offprint, open the link below in your browser. It works once and expires after ten minutes. To get a new link, run: offprint login${here}`,
    );
    output.line('');
    output.line(`  ${loginUrl}`);
    output.line('');
    if (options.open) {
      openInBrowser(loginUrl);
      // The first export is likely to follow soon.
      host.command('prepareExports').catch(() => {}); // the export reports any problem
    }
  }
  output.result({ url, version: RELEASE, pid: process.pid, dataFolder, keys, loginUrl, secrets: state });
}

/** The first signal shuts the server down gracefully, a second one immediately. */
function untilStopped(log: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(EXIT.canceled);
      isStopping = true;
      log(
        'stopping; running jobs will continue when the server starts again (send the signal again to stop immediately)',
      );
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}
