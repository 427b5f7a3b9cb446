import fs from 'node:fs';
import { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { readPlainFile } from '../plain-file.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { qrLines } from './qr-code.ts';
import { type Cell, formatTime, type Output, outputFor } from './terminal.ts';
import type { Trust, TrustedKey } from './wire.ts';
import { type Api, withApi } from './with-api.ts';

const PATH = '/v1/trust';
const KEYS = `${PATH}/keys`;

const NO_KEY = 'This installation does not sign bundles. Create a key with: offprint trust create';

export function trustCommand(): Command {
  return new Command('trust')
    .summary('manage the signing key and trusted keys')
    .description(
      'Keys whose bundle signatures this installation trusts. Before you add a key, confirm its fingerprint with the owner by phone or in person.',
    )
    .addCommand(showCommand(), { isDefault: true })
    .addCommand(createCommand())
    .addCommand(addCommand())
    .addCommand(renameCommand())
    .addCommand(revokeCommand())
    .addCommand(removeCommand())
    .addCommand(rotateCommand());
}

function showCommand(): Command {
  return apiCommand('show')
    .description("Show this installation's key, as text and as a QR code, and list the trusted keys.")
    .option('--pem', "print only this installation's public key, as in: offprint trust --pem > signer.pem")
    .action((options: ApiOptions & { pem?: boolean }) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const trust = await api.request<Trust>('GET', PATH);
        const { ownKey, keys } = trust;
        if (options.pem) {
          if (!ownKey) throw new OffprintError('usage', NO_KEY);
          process.stdout.write(ownKey.publicKey);
          return;
        }
        output.result(trust);
        if (ownKey) printOwnKey(ownKey, output);
        else output.line(NO_KEY);
        const others = keys.filter(({ signs }) => !signs);
        if (others.length > 0) output.line('');
        output.table(['NAME', 'STANDING', 'ADDED', 'FINGERPRINT'], others.map(keyRow));
      }),
    );
}

function createCommand(): Command {
  return apiCommand('create')
    .description("Create this installation's key. From then on, every bundle is signed when it is packed.")
    .action((options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const key = await api.request<TrustedKey>('POST', `${PATH}/key`);
        output.result(key);
        printOwnKey(key, output);
        output.line(
          'Give this key to the people who receive your bundles, and have them confirm the fingerprint with you by phone or in person.',
        );
      }),
    );
}

function rotateCommand(): Command {
  return apiCommand('rotate')
    .description(
      'Switch to a new signing key. The old key signs a statement that the new key replaces it, and is then destroyed.',
    )
    .action((options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const key = await api.request<TrustedKey>('POST', `${PATH}/key/rotate`);
        output.result(key);
        printOwnKey(key, output);
        output.line('Anyone who trusts the old key will also accept bundles signed with the new one.');
      }),
    );
}

function addCommand(): Command {
  return apiCommand('add')
    .description('Trust a key.')
    .argument('<key>', 'a file with the public key, the text of its QR code, or - for standard input')
    .requiredOption('--name <name>', "the key owner's name")
    .action((given: string, options: ApiOptions & { name: string }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const body = { name: options.name, publicKey: keyText(given) };
        const key = await api.request<TrustedKey>('POST', KEYS, body);
        output.result(key);
        output.line(`Trusted   ${key.name}`);
        printFingerprint(key, output);
        output.line(
          `Compare this fingerprint with the one the owner reads aloud. If they differ, run: offprint trust remove ${key.fingerprint.slice(0, 12)}`,
        );
      }),
    );
}

function renameCommand(): Command {
  return apiCommand('rename')
    .description('Rename a key.')
    .argument('<key>', KEY)
    .argument('<name>', 'new name for the key')
    .action((given: string, name: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const { fingerprint } = await findKey(api, given);
        const key = await api.request<TrustedKey>('PATCH', `${KEYS}/${fingerprint}`, { name });
        output.result(key);
        output.line(`The key is now called ${key.name}.`);
      }),
    );
}

function revokeCommand(): Command {
  return apiCommand('revoke')
    .description(
      'Revoke a key. All its signatures become invalid, no matter when they were made. This cannot be undone.',
    )
    .argument('<key>', KEY)
    .requiredOption('--reason <text>', 'reason for revoking the key; shown wherever the key appears')
    .action((given: string, options: ApiOptions & { reason: string }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const { fingerprint, signs } = await findKey(api, given);
        const body = { reason: options.reason };
        const key = await api.request<TrustedKey>('POST', `${KEYS}/${fingerprint}/revoke`, body);
        output.result(key);
        output.line(`Revoked   ${key.name}`);
        if (signs) {
          output.line(
            "The revoked key was this installation's own, so it has been destroyed. Bundles will not be signed until you create a new key: offprint trust create",
          );
        }
      }),
    );
}

function removeCommand(): Command {
  return apiCommand('remove')
    .description('Remove a key. Bundles signed with it will have an unknown signer.')
    .argument('<key>', KEY)
    .action((given: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const { fingerprint, name } = await findKey(api, given);
        await api.request('DELETE', `${KEYS}/${fingerprint}`);
        output.result({ removed: fingerprint });
        output.line(`Removed   ${name}`);
      }),
    );
}

const KEY = "the key's name, its fingerprint, or the start of its fingerprint";

/** Finds a trusted key. @throws OffprintError `usage` if none or more than one matches */
async function findKey(api: Api, given: string): Promise<TrustedKey> {
  const { keys } = await api.request<Trust>('GET', PATH);
  const digits = given.replace(/\s/g, '').toLowerCase();
  const byDigits = /^[0-9a-f]{8,64}$/.test(digits)
    ? keys.filter(({ fingerprint }) => fingerprint.startsWith(digits))
    : [];
  const found = byDigits.length > 0 ? byDigits : keys.filter(({ name }) => name === given);
  if (found.length === 1 && found[0]) return found[0];
  throw new OffprintError(
    'usage',
    found.length === 0
      ? `There is no key ${given}. List the keys with: offprint trust`
      : `${given} matches several keys. Use a fingerprint instead. List the keys with: offprint trust`,
  );
}

function keyText(given: string): string {
  if (given === '-') return fs.readFileSync(process.stdin.fd, 'utf8');
  if (given.startsWith('offprint-key:')) return given;
  return readPlainFile(given, 'The key file').toString('utf8');
}

function printOwnKey(key: TrustedKey, output: Output): void {
  output.line(`Key       ${key.name}`);
  printFingerprint(key, output);
  output.line('');
  output.line(key.publicKey.trimEnd());
  output.line('');
  for (const line of qrLines(key.qrText)) output.line(line);
  output.line(key.qrText);
}

/** Prints the fingerprint on two lines, to give a pause when it is read aloud. */
function printFingerprint({ spokenFingerprint }: TrustedKey, output: Output): void {
  output.line(`SHA-256   ${spokenFingerprint.slice(0, 39)}`);
  output.line(`          ${spokenFingerprint.slice(40)}`);
}

function keyRow({ name, isOwn, revokedAt, revokedReason, addedAt, fingerprint }: TrustedKey): Cell[] {
  const standing: Cell =
    revokedAt === null
      ? { text: isOwn ? 'own (replaced)' : 'trusted', colour: 'green' }
      : { text: `revoked ${revokedAt.slice(0, 10)}: ${revokedReason ?? ''}`, colour: 'red' };
  return [name, standing, formatTime(addedAt), fingerprint];
}
