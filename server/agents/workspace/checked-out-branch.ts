import path from 'node:path';

/**
 * Keeps a push from moving the branch that is checked out in a local repository, which would leave its files at another
 * commit. By default, git refuses such a push (`receive.denyCurrentBranch` is `refuse`) if the repository has a work
 * tree. A view's work tree does not have to exist. The push error repeats git's message (forges/push-branch.ts).
 * @param view folder of the view (local-repository.ts)
 * @returns lines for the `[core]` section of the view's configuration
 */
export function refusingCheckedOutBranch(view: string, isBare: boolean): string[] {
  const workTree = `\tworktree = ${JSON.stringify(path.join(view, 'no-work-tree'))}`;
  return [`\tbare = ${isBare}`, ...(isBare ? [] : [workTree])];
}
