import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../../errors.ts';
import { type Redact, redactForeign, redactor } from '../model/redact.ts';
import { gitArguments } from './git-arguments.ts';

export type GitCommand = keyof typeof gitArguments;
type Operands<C extends GitCommand> = Parameters<(typeof gitArguments)[C]>;

export type GitRun = Readonly<{
  /** Bare repository; null for commands that need none. */
  repository: string | null;
  input?: string | Uint8Array;
  /** Index file to use instead of the repository's own, which is never used. */
  indexFile?: string;
  /** Author and committer of a commit, and its time (seconds since 1970, UTC). */
  signature?: Readonly<{ name: string; email: string; atSeconds: number }>;
  access?: GitAccess;
  /** Maximum size of the output. More is an error, or is cut off if `cutOutput` is set. Default: 64 MiB. */
  maxOutputBytes?: number;
  cutOutput?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}>;

/** Access to a remote. Passed to git in its environment, never in an address or an argument. */
export type GitAccess = Readonly<{
  /** Complete `Authorization` header for this remote. */
  authorization?: string;
  /** File with PEM certificates to trust. */
  caFile?: string;
}>;

export type GitResult = Readonly<{ status: number; output: Buffer; complaint: string; wasCut: boolean }>;

export type Git = Readonly<{
  /** Runs a command. A non-zero status is a result, not an error. */
  attempt: <C extends GitCommand>(command: C, operands: Operands<C>, run: GitRun) => Promise<GitResult>;
  /**
   * Runs a command that must succeed.
   * @throws OffprintError with git's message, without secrets
   */
  run: <C extends GitCommand>(command: C, operands: Operands<C>, run: GitRun) => Promise<Buffer>;
  /** Returns git's error message, without secrets. */
  explain: (result: GitResult, access?: GitAccess) => string;
  /** Starts a long-running command that reads its input. */
  start: <C extends GitCommand>(
    command: C,
    operands: Operands<C>,
    repository: string,
  ) => ChildProcessWithoutNullStreams;
}>;

/** Phrase in the error for a git timeout. A push that failed with it may work later. */
export const TIMED_OUT = 'did not finish within';

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MIN_VERSION = [2, 38] as const;

/**
 * Opens the git of this computer, isolated from everything but the settings here: no configuration of the system or the
 * user, no hooks, filters, credential helpers, prompts, replaced objects or proxies.
 * @param options.folder private folder for git's configuration and its empty home
 * @throws OffprintError `usage` if git is missing or older than 2.38
 */
export async function openGit(options: Readonly<{ folder: string; program?: string }>): Promise<Git> {
  const program = options.program ?? 'git';
  const home = path.join(options.folder, 'home');
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const git = gitOf(program, options.folder, home);
  if (!newEnough.has(program)) {
    await assertVersion(git, program);
    newEnough.add(program);
  }
  return git;
}

/** Programs whose version this process has already checked. */
const newEnough = new Set<string>();

async function assertVersion(git: Git, program: string): Promise<void> {
  let version: GitResult;
  try {
    version = await git.attempt('version', [], { repository: null });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new OffprintError(
      'usage',
      `Agent jobs need git, but "${program}" was not found on this computer. Install git 2.38 or newer.`,
    );
  }
  const found = /(\d+)\.(\d+)/.exec(version.output.toString());
  const [major, minor] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
    throw new OffprintError(
      'usage',
      `Agent jobs need git 2.38 or newer; this computer has ${version.output.toString().trim()}. Install a newer version.`,
    );
  }
}

function gitOf(program: string, folder: string, home: string): Git {
  const attempt: Git['attempt'] = (command, operands, run) =>
    execute(
      program,
      argumentsOf(command, operands, run.repository),
      environment(folder, home, run),
      home,
      run,
    );
  const explain: Git['explain'] = (result, access) => {
    const clean: Redact = redactor([access?.authorization, tokenOf(access?.authorization)]);
    return clean(redactForeign(result.complaint)).trim().slice(0, 2000);
  };
  return {
    attempt,
    explain,
    run: async (command, operands, run) => {
      const result = await attempt(command, operands, run);
      if (result.status === 0) return result.output;
      const said = explain(result, run.access);
      throw new OffprintError(
        'internal',
        `git ${command} failed (${result.status}): ${said || 'no reason given'}`,
      );
    },
    start: (command, operands, repository) =>
      spawn(program, argumentsOf(command, operands, repository), {
        env: environment(folder, home, { repository }),
        cwd: home,
        stdio: 'pipe',
        windowsHide: true,
      }),
  };
}

function argumentsOf<C extends GitCommand>(
  command: C,
  operands: Operands<C>,
  repository: string | null,
): string[] {
  const build = gitArguments[command] as (...values: Operands<C>) => string[];
  return [...(repository === null ? [] : [`--git-dir=${repository}`]), '--no-pager', ...build(...operands)];
}

/** Returns the environment for git. Of our own environment, it contains only what is needed to start programs. */
function environment(folder: string, home: string, run: GitRun): NodeJS.ProcessEnv {
  const config: [string, string][] = [
    ['core.hooksPath', process.platform === 'win32' ? 'NUL' : '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.attributesFile', process.platform === 'win32' ? 'NUL' : '/dev/null'],
    // Larger files are treated as binary: not searched, not diffed, not read into memory.
    ['core.bigFileThreshold', '4m'],
    ['core.protectNTFS', 'true'],
    ['core.protectHFS', 'true'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['credential.helper', ''],
    ['http.followRedirects', 'false'],
    ['protocol.version', '2'],
    ...(run.access?.authorization
      ? [['http.extraHeader', `Authorization: ${run.access.authorization}`] as [string, string]]
      : []),
  ];
  return {
    PATH: process.env.PATH,
    // Windows needs these to start any program.
    ...(process.platform === 'win32' && { SYSTEMROOT: process.env.SYSTEMROOT, TEMP: process.env.TEMP }),
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: globalConfig(folder),
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ALLOW_PROTOCOL: 'file:http:https:ssh',
    ...(run.access?.caFile && { GIT_SSL_CAINFO: run.access.caFile }),
    ...(run.indexFile && { GIT_INDEX_FILE: run.indexFile }),
    ...(run.signature && {
      GIT_AUTHOR_NAME: run.signature.name,
      GIT_AUTHOR_EMAIL: run.signature.email,
      GIT_AUTHOR_DATE: `@${run.signature.atSeconds} +0000`,
      GIT_COMMITTER_NAME: run.signature.name,
      GIT_COMMITTER_EMAIL: run.signature.email,
      GIT_COMMITTER_DATE: `@${run.signature.atSeconds} +0000`,
    }),
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(
      config.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/**
 * Writes the global configuration file, which turns hooks off. Git's child processes at the other end of a `file:`
 * remote read this file but not GIT_CONFIG_COUNT.
 */
function globalConfig(folder: string): string {
  const text = [
    '[core]',
    `\thooksPath = ${process.platform === 'win32' ? 'NUL' : '/dev/null'}`,
    '\tfsmonitor = false',
    '[gc]',
    '\tauto = 0',
    '[receive]',
    '\tautogc = false',
    '',
  ].join('\n');
  const file = path.join(folder, 'gitconfig');
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
    fs.writeFileSync(`${file}.${process.pid}`, text, { mode: 0o600 });
    fs.renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}

/** @param cwd an empty folder, because git inspects the folder that it is started in */
function execute(
  program: string,
  argv: string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
  run: GitRun,
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    run.signal?.throwIfAborted();
    const hasGroup = process.platform !== 'win32';
    const child = spawn(program, argv, { env, cwd, stdio: 'pipe', windowsHide: true, detached: hasGroup });
    const maxBytes = run.maxOutputBytes ?? MAX_OUTPUT_BYTES;
    const output: Buffer[] = [];
    let sizeBytes = 0;
    let complaint = '';
    let wasCut = false;
    let fault: unknown;
    // Git's child processes, which talk to remotes, outlive it and keep its pipes open while a remote is silent.
    const kill = (): void => {
      if (hasGroup && child.pid !== undefined) killGroup(child.pid);
      else child.kill('SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const stop = (reason: unknown): void => {
      fault ??= reason;
      kill();
    };
    const timeoutMs = run.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const timer = setTimeout(
      () => stop(new OffprintError('limit', `git ${argv.at(2)} ${TIMED_OUT} ${timeoutMs / 1000} seconds.`)),
      timeoutMs,
    );
    const onAbort = (): void => stop(run.signal?.reason);
    run.signal?.addEventListener('abort', onAbort, { once: true });

    child.stdout.on('data', (bytes: Buffer) => {
      sizeBytes += bytes.length;
      if (sizeBytes <= maxBytes) {
        output.push(bytes);
        return;
      }
      if (run.cutOutput) {
        if (!wasCut) output.push(bytes.subarray(0, bytes.length - (sizeBytes - maxBytes)));
        wasCut = true;
        kill();
      } else
        stop(new OffprintError('limit', `git ${argv.at(2)} produced more than ${maxBytes} bytes of output.`));
    });
    child.stderr.on('data', (bytes: Buffer) => {
      if (complaint.length < 64 * 1024) complaint += bytes.toString('utf8');
    });
    // A child that exits before reading all of its input reports why through its status.
    child.stdin.on('error', () => {});
    child.on('error', (error) => {
      fault ??= error;
    });
    child.on('close', (status) => {
      clearTimeout(timer);
      run.signal?.removeEventListener('abort', onAbort);
      if (fault !== undefined) reject(fault);
      else resolve({ status: wasCut ? 0 : (status ?? 1), output: Buffer.concat(output), complaint, wasCut });
    });
    child.stdin.end(run.input);
  });
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

function tokenOf(authorization: string | undefined): string | undefined {
  return authorization?.split(' ').at(-1);
}
