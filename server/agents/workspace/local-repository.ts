import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OffprintError } from '../../errors.ts';
import { refusingCheckedOutBranch } from './checked-out-branch.ts';
import type { Git } from './git.ts';
import { DATA, type LocalLayout, layoutOf } from './local-repository-layout.ts';
import type { Remote } from './remote.ts';

/**
 * Runs work with an address at which git reaches a remote. A local repository is accessed through a *view*: a
 * repository of our own, with our configuration and no hooks, that uses the refs and objects of the other. Git runs
 * upload-pack and receive-pack in the repository that it is given, with the hooks and configuration there
 * (git-config(1): `core.hooksPath`, `core.alternateRefsCommand`, `uploadpack.packObjectsHook`, …). The view contains
 * none that someone else wrote.
 * @param mirror its remote is used; the view is created in its folder and removed when the work ends
 * @throws OffprintError `origin-unreadable` if the repository belongs to another user, is not a repository, or points
 *   outside its own folder
 */
export async function onRemote<T>(
  mirror: Readonly<{ remote: Remote; folder: string; git: Git }>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { remote } = mirror;
  if (remote.folder === null) return work(remote.url);
  const layout = layoutOf(remote.folder);
  await requireOwn(mirror.git, [remote.folder, layout.gitFolder]);
  const view = fs.mkdtempSync(path.join(mirror.folder, 'view-'));
  try {
    makeView(view, layout);
    return await work(pathToFileURL(view).href);
  } catch (error) {
    // Git's message names the view, but people know the repository by its own folder.
    if (error instanceof Error) error.message = error.message.replaceAll(view, layout.gitFolder);
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

/**
 * Checks that the repository belongs to the user, as git does (git-config(1), `safe.directory`): root may also use
 * repositories of the user who ran sudo. There are no exceptions.
 * @param user user ID of this process; null if the system has no numeric IDs (Windows). Git is asked then: it checks
 *   before it reads the configuration
 * @throws OffprintError `origin-unreadable`
 */
export async function requireOwn(
  git: Git,
  places: readonly string[],
  user: number | null = process.geteuid?.() ?? null,
): Promise<void> {
  for (const place of places) {
    const owner = user === null ? await foreignByGit(git, place) : foreignByNumber(place, user);
    if (owner === null) continue;
    throw new OffprintError(
      'origin-unreadable',
      `${place} belongs to another user${owner}, who could change it while Offprint reads it. Run Offprint as that user, or take ownership of the repository with chown -R. To leave the original as it is, have that user copy it with git clone --bare, then take ownership of the copy.`,
    );
  }
}

function foreignByNumber(place: string, user: number): string | null {
  const { uid } = fs.statSync(place);
  const sudo = user === 0 ? Number(process.env.SUDO_UID ?? 0) : user;
  return uid === user || uid === sudo ? null : ` (uid ${uid})`;
}

async function foreignByGit(git: Git, place: string): Promise<string | null> {
  const { status, complaint } = await git.attempt('gitFolder', [place], { repository: null });
  return status !== 0 && complaint.includes('dubious ownership') ? '' : null;
}

function makeView(view: string, layout: LocalLayout): void {
  fs.writeFileSync(path.join(view, 'HEAD'), layout.head);
  fs.writeFileSync(path.join(view, 'config'), configOf(view, layout));
  for (const name of DATA) {
    const place = path.join(layout.gitFolder, name);
    const found = fs.lstatSync(place, { throwIfNoEntry: false });
    // On Windows, everyone can link folders but few can link files. A copy is enough, since only refs are written.
    if (found?.isDirectory()) fs.symlinkSync(place, path.join(view, name), 'junction');
    else if (found && process.platform === 'win32') fs.copyFileSync(place, path.join(view, name));
    else if (found) fs.symlinkSync(place, path.join(view, name));
  }
}

/** Returns the configuration of a view. New files get the same permissions as existing ones. */
function configOf(view: string, { isBare, fileMode }: LocalLayout): string {
  const nowhere = process.platform === 'win32' ? 'NUL' : '/dev/null';
  return [
    '[core]',
    '\trepositoryFormatVersion = 0',
    ...refusingCheckedOutBranch(view, isBare),
    `\tsharedRepository = 0${fileMode.toString(8)}`,
    `\thooksPath = ${nowhere}`,
    `\tattributesFile = ${nowhere}`,
    '\tfsmonitor = false',
    // While receiving objects, receive-pack borrows existing ones, and would ask the repository that they belong to for
    // its refs, using that repository's configuration. The view already has these refs.
    '\talternateRefsCommand = true',
    '[receive]',
    '\tautogc = false',
    '[gc]',
    '\tauto = 0',
    '',
  ].join('\n');
}
