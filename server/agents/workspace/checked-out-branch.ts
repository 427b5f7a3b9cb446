import path from 'node:path';

/**
 * Keeps a push from moving the branch that is checked out in a local repository: its files would be those of another
 * commit. Git itself refuses (`receive.denyCurrentBranch` is `refuse` unless told) and says so, which the error of the
 * push repeats (forges/push-branch.ts), wherever a repository has a work tree; that of a view need not be there.
 * @param view folder of the view (local-repository.ts)
 * @returns lines of the section `[core]` of its configuration
 */
export function refusingCheckedOutBranch(view: string, isBare: boolean): string[] {
  const workTree = `\tworktree = ${JSON.stringify(path.join(view, 'no-work-tree'))}`;
  return [`\tbare = ${isBare}`, ...(isBare ? [] : [workTree])];
}
