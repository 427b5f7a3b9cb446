import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { OffprintError } from '../../errors.ts';
import type { Remote } from './remote.ts';

/**
 * Hands work an address at which git reaches a remote. A repository on this computer is reached through a *view*: a
 * repository of our own, with our configuration and no hooks, whose refs and objects are those of the other. Git runs
 * upload-pack and receive-pack in the repository that it is given, with the hooks and the configuration that lie there
 * (git-config(1): `core.hooksPath`, `core.alternateRefsCommand`, `uploadpack.packObjectsHook`, …); in the view lies
 * nothing that somebody else wrote.
 * @param mirror whose remote is meant, and in whose folder the view is made; it is gone when the work has ended
 * @throws OffprintError `origin-unreadable` where the repository belongs to another user, is none, or leads
 *   outside its own folder
 */
export async function onRemote<T>(
  mirror: Readonly<{ remote: Remote; folder: string }>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { remote } = mirror;
  if (remote.folder === null) return work(remote.url);
  const gitFolder = gitFolderOf(remote.folder);
  requireOwn(remote.folder, gitFolder);
  requireSelfContained(remote.folder, gitFolder);
  const view = fs.mkdtempSync(path.join(mirror.folder, 'view-'));
  try {
    await makeView(view, gitFolder);
    return await work(pathToFileURL(view).href);
  } catch (error) {
    // Git names the view; people know the repository by its own folder.
    if (error instanceof Error) error.message = error.message.replaceAll(view, gitFolder);
    throw error;
  } finally {
    fs.rmSync(view, { recursive: true, force: true });
  }
}

/** Removes views that a process left behind when it was killed. */
export function removeViews(scratchFolder: string): void {
  for (const name of fs.readdirSync(scratchFolder)) {
    if (name.startsWith('view-')) fs.rmSync(path.join(scratchFolder, name), { recursive: true, force: true });
  }
}

/** Of a bare repository the folder itself, else `.git` in it. */
function gitFolderOf(folder: string): string {
  for (const place of [path.join(folder, '.git'), folder]) {
    const found = fs.lstatSync(place, { throwIfNoEntry: false });
    if (place !== folder && found && !found.isDirectory()) {
      throw new OffprintError(
        'origin-unreadable',
        `${place} leads to a repository elsewhere. Name that repository itself, not a work tree, a submodule or a link to it.`,
      );
    }
    if (found && fs.existsSync(path.join(place, 'HEAD')) && fs.existsSync(path.join(place, 'objects')))
      return fs.realpathSync(place);
  }
  throw new OffprintError(
    'origin-unreadable',
    `${folder} is no git repository. Name the folder of a bare repository, or one that holds a .git folder.`,
  );
}

/** As git has it (git-config(1), `safe.directory`): root may use what belongs to the user who became root by sudo. */
function requireOwn(folder: string, gitFolder: string): void {
  const user = process.geteuid?.();
  if (user === undefined) return;
  const sudo = user === 0 ? Number(process.env.SUDO_UID ?? 0) : user;
  for (const place of [folder, gitFolder]) {
    const { uid } = fs.statSync(place);
    if (uid === user || uid === sudo) continue;
    throw new OffprintError(
      'origin-unreadable',
      `${place} belongs to another user (uid ${uid}), who could change it while it is read. Run Offprint as that user, or copy the repository: git clone --bare, as that user, to a folder of your own.`,
    );
  }
}

/** Objects and refs that lie elsewhere would be read, and written, there. */
function requireSelfContained(folder: string, gitFolder: string): void {
  if (fs.existsSync(path.join(gitFolder, 'commondir'))) {
    throw new OffprintError(
      'origin-unreadable',
      `${folder} is a linked work tree. Name the repository that it belongs to (git rev-parse --git-common-dir says where it is).`,
    );
  }
  const alternates = path.join(gitFolder, 'objects/info/alternates');
  if (fs.existsSync(alternates) && fs.readFileSync(alternates, 'utf8').trim() !== '') {
    throw new OffprintError(
      'origin-unreadable',
      `${folder} borrows objects from another repository. Make it complete: git repack -a -d, then delete ${alternates}.`,
    );
  }
  for (const name of LINKED) {
    const place = path.join(gitFolder, name);
    if (!fs.existsSync(place) || isWithin(fs.realpathSync(place), gitFolder)) continue;
    throw new OffprintError(
      'origin-unreadable',
      `${place} leads outside the repository. Name the repository that it leads to.`,
    );
  }
}

/** What of a repository is data: the view shows it where it is. */
const LINKED = ['objects', 'refs', 'logs', 'worktrees', 'packed-refs', 'shallow'] as const;

async function makeView(view: string, gitFolder: string): Promise<void> {
  const head = readHead(gitFolder);
  const [format, isBare, shared] = await Promise.all([
    settingOf(gitFolder, 'extensions.objectFormat'),
    settingOf(gitFolder, 'core.bare'),
    settingOf(gitFolder, 'core.sharedRepository'),
  ]);
  if (fs.existsSync(path.join(gitFolder, 'reftable')) || (format ?? 'sha1') !== 'sha1') {
    throw new OffprintError(
      'origin-unreadable',
      `${gitFolder} is of a form that is not supported yet (SHA-256 objects or reftable). Give a clone in git's usual form: git clone --bare.`,
    );
  }
  fs.writeFileSync(path.join(view, 'HEAD'), head);
  fs.writeFileSync(path.join(view, 'config'), configOf(view, isBare === 'true', shared));
  for (const name of LINKED) {
    const place = path.join(gitFolder, name);
    const found = fs.statSync(place, { throwIfNoEntry: false });
    // Windows has links between folders for everybody, between files for few: a copy does, since only refs are written.
    if (found?.isDirectory()) fs.symlinkSync(place, path.join(view, name), 'junction');
    else if (found && process.platform === 'win32') fs.copyFileSync(place, path.join(view, name));
    else if (found) fs.symlinkSync(place, path.join(view, name));
  }
}

/** Which branch is the default, and in a repository with a work tree, which one is checked out. */
function readHead(gitFolder: string): string {
  const head = fs.readFileSync(path.join(gitFolder, 'HEAD'), 'utf8');
  if (/^(ref: refs\/[^\s~^:?*[\\]+|[0-9a-f]{40})\n?$/.test(head)) return head;
  throw new OffprintError(
    'origin-unreadable',
    `${gitFolder} is damaged: its HEAD names no branch. Repair it: git fsck.`,
  );
}

/** With a work tree that is not there, git still refuses to move the branch that is checked out (receive.denyCurrentBranch). */
function configOf(view: string, isBare: boolean, shared: string | undefined): string {
  const lines = ['[core]', '\trepositoryFormatVersion = 0', `\tbare = ${isBare}`];
  if (!isBare) lines.push(`\tworktree = ${JSON.stringify(path.join(view, 'no-work-tree'))}`);
  // Who else may write what is pushed: a word or a file mode, nothing that could be run.
  if (shared !== undefined && /^(group|all|true|0[0-7]{3})$/.test(shared))
    lines.push(`\tsharedRepository = ${shared}`);
  return `${lines.join('\n')}\n`;
}

/** A value of the repository's own configuration, read as a file: nothing that it includes, nothing run. */
async function settingOf(gitFolder: string, key: string): Promise<string | undefined> {
  const file = path.join(gitFolder, 'config');
  const argv = ['config', '--file', file, '--no-includes', '--get', key];
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  return promisify(execFile)('git', argv, { env, cwd: path.dirname(file) }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

function isWithin(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder + path.sep);
}
