import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export type Trap = Readonly<{
  /** Adds the trap to a git folder: every key of its configuration, and every hook. */
  set: (gitFolder: string) => void;
  /** Configuration file with all of the keys. */
  config: string;
  /** Names of the keys and hooks that were run. */
  sprung: () => readonly string[];
}>;

/** Attributes that refer to the filters and drivers of the trap. */
export const TRAPPED_ATTRIBUTES = '* filter=evil diff=evil merge=evil\n';

/**
 * Creates a configuration that makes git run a command wherever it can run one: every key that this version of git
 * knows (`git help --config`) and that names a program, hooks in the usual folder and in `core.hooksPath`, and the same
 * through included files. Every command that is run leaves a file.
 * @param folder created for the files that the configuration refers to
 */
export function trapIn(folder: string): Trap {
  const marks = path.join(folder, 'marks');
  const hooks = path.join(folder, 'hooks');
  fs.mkdirSync(marks, { recursive: true });
  const leaveMark = (name: string): string => `touch '${marks}/${name.replaceAll('/', '-')}'`;
  const writeHooks = (place: string): void => {
    fs.mkdirSync(place, { recursive: true });
    for (const hook of HOOKS) {
      fs.writeFileSync(path.join(place, hook), `#!/bin/sh\n${leaveMark(`hook ${hook}`)}\n`, { mode: 0o755 });
    }
  };
  writeHooks(hooks);
  const config = path.join(folder, 'config');
  const included = path.join(folder, 'included');
  const put = (file: string, key: string, value: string): void => {
    const [, section, part, name] = /^([^.]+)(?:\.(.*))?\.([^.]+)$/s.exec(key) ?? [];
    const head = part === undefined ? section : `${section} ${quoted(part)}`;
    fs.appendFileSync(file, `[${head}]\n\t${name} = ${quoted(value)}\n`);
  };
  for (const key of commandKeys()) put(config, key, leaveMark(key));
  put(included, 'core.alternateRefsCommand', leaveMark('included'));
  put(included, 'core.hooksPath', hooks);
  for (const [key, value] of [
    ['core.hooksPath', hooks],
    ['core.attributesFile', path.join(folder, 'attributes')],
    ['init.templateDir', folder],
    ['filter.evil.required', 'true'],
    ['receive.autogc', 'true'],
    ['receive.procReceiveRefs', 'refs/heads'],
    ['gc.auto', '1'],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    [`url.ext::${leaveMark('url')}.insteadOf`, 'file://'],
    ['include.path', included],
    ['includeIf.gitdir:/**.path', included],
  ] as const)
    put(config, key, value);
  fs.writeFileSync(path.join(folder, 'attributes'), TRAPPED_ATTRIBUTES);
  return {
    config,
    set: (gitFolder) => {
      fs.appendFileSync(path.join(gitFolder, 'config'), fs.readFileSync(config));
      writeHooks(path.join(gitFolder, 'hooks'));
    },
    sprung: () => fs.readdirSync(marks).sort(),
  };
}

/** Quotes a value for git-config(1). Starting git for each of 100 keys would take seconds. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Returns the keys of git-config(1) whose value is a command or the name of a program. */
function commandKeys(): string[] {
  const known = execFileSync('git', ['help', '--config'], { encoding: 'utf8' }).split('\n');
  const listed = known
    .filter(
      (key) =>
        /\.(.*command|.*cmd|.*program|.*hook|editor|pager|helper|driver|textconv|clean|smudge|askPass|fsmonitor|external|gitProxy|uploadpack|receivepack|vcs|tunnel|browser|.*tool|diffFilter|smtpServer)$/i.test(
          key,
        ) && !/^(advice|color|column)\./.test(key),
    )
    .map((key) => key.replace(/<\w+>|\*/, 'evil'));
  // Keys that `git help` omits or lists only in general form.
  const others = ['filter.evil.process', 'trailer.evil.command', 'trailer.evil.cmd', 'core.pager'];
  const aliases = ['upload-pack', 'receive-pack', 'pack-objects', 'index-pack', 'unpack-objects', 'rev-list'];
  return [...new Set([...listed, ...others, ...aliases.map((name) => `alias.${name}`)])];
}

/** githooks(5). */
const HOOKS = [
  ...[
    'applypatch-msg',
    'commit-msg',
    'fsmonitor-watchman',
    'post-applypatch',
    'post-checkout',
    'post-commit',
  ],
  ...['post-index-change', 'post-merge', 'post-receive', 'post-rewrite', 'post-update', 'pre-applypatch'],
  ...['pre-auto-gc', 'pre-commit', 'pre-merge-commit', 'pre-push', 'pre-rebase', 'pre-receive'],
  ...['prepare-commit-msg', 'proc-receive', 'push-to-checkout', 'reference-transaction', 'update'],
];
