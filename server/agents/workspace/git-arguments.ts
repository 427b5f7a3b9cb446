const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];

/**
 * All command lines that git is ever run with. Only operands vary: their form is checked, and those from outside follow
 * an option that takes a value (`-e`) or `--`. Nothing else can be passed, so nothing that a repository, a model or a
 * person writes can become an option.
 */
export const gitArguments = {
  version: () => ['version'],
  init: (folder: string) => [
    'init',
    '--quiet',
    '--bare',
    '--object-format=sha1',
    '--template=',
    '--',
    folder,
  ],
  /** Prints the git folder of a path, if it belongs to the user (git-config(1), `safe.directory`). */
  gitFolder: (place: string) => ['-C', place, 'rev-parse', '--git-dir'],
  /** Names and ids of branches. */
  listRemote: (url: string) => ['ls-remote', '--quiet', '--', url, 'refs/heads/*'],
  fetch: (url: string) => [...FETCH, '--prune', '--force', '--', url, '+refs/heads/*:refs/remotes/origin/*'],
  /** Push options are sent with `-o`, as text without line ends (git-push(1)). */
  push: (
    url: string,
    commit: ObjectId,
    branch: BranchName,
    expected: ObjectId | null,
    options: readonly string[],
  ) => [
    'push',
    '--quiet',
    '--porcelain',
    '--no-verify',
    '--no-follow-tags',
    '--recurse-submodules=no',
    `--force-with-lease=refs/heads/${branch}:${expected ?? ''}`,
    ...options.map((option) => `--push-option=${option.replace(/[\r\n\0]+/g, ' ')}`),
    '--',
    url,
    `${commit}:refs/heads/${branch}`,
  ],
  /** Opens a pull request with just a push, as Gitea and Forgejo support it (AGit). */
  pushForReview: (url: string, commit: ObjectId, target: BranchName, options: readonly string[]) => [
    'push',
    '--quiet',
    '--no-verify',
    '--no-follow-tags',
    '--recurse-submodules=no',
    ...options.map((option) => `--push-option=${option.replace(/[\r\n\0]+/g, ' ')}`),
    '--',
    url,
    `${commit}:refs/for/${target}`,
  ],
  resolve: (ref: RefName) => ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
  treeOf: (commit: ObjectId) => ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{tree}`],
  /** Author, e-mail, seconds and message, each terminated by NUL. */
  describeCommit: (commit: ObjectId) => [
    'log',
    '-1',
    '--no-show-signature',
    '--format=%an%x00%ae%x00%at%x00%B%x00',
    '--end-of-options',
    commit,
  ],
  listRefs: () => ['for-each-ref', '--format=%(objectname) %(refname)'],
  listTree: (tree: ObjectId) => ['ls-tree', '-r', '-z', '-l', '--full-tree', tree],
  readBlobs: () => ['cat-file', '--batch'],
  readTree: (tree: ObjectId) => ['read-tree', tree],
  updateIndex: () => ['update-index', '-z', '--index-info'],
  writeTree: () => ['write-tree'],
  commitTree: (tree: ObjectId, parent: ObjectId) => ['commit-tree', tree, '-p', parent, '-F', '-'],
  updateRef: (ref: RefName, commit: ObjectId, expected: ObjectId) => [
    'update-ref',
    '--no-deref',
    ref,
    commit,
    expected,
  ],
  changes: (before: ObjectId, after: ObjectId) => [
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    '--no-abbrev',
    before,
    after,
  ],
  diff: (before: ObjectId, after: ObjectId) => [
    'diff-tree',
    '-r',
    '-p',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--find-renames',
    '--full-index',
    before,
    after,
  ],
  countLines: (before: ObjectId, after: ObjectId) => [
    'diff-tree',
    '-r',
    '-z',
    '--numstat',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    before,
    after,
  ],
  /** @param maxPerFile maximum number of matching lines of one file */
  search: (
    tree: ObjectId,
    pattern: string,
    how: 'text' | 'expression',
    ignoreCase: boolean,
    maxPerFile: number,
  ) => [
    'grep',
    '--no-color',
    '--no-textconv',
    '--full-name',
    '--line-number',
    `--max-count=${maxPerFile}`,
    '-I',
    '-z',
    ...(ignoreCase ? ['-i'] : []),
    how === 'text' ? '-F' : '-E',
    '-e',
    pattern,
    tree,
  ],
  filesWith: (tree: ObjectId, text: string) => [
    'grep',
    '--no-textconv',
    '--full-name',
    '--files-with-matches',
    '-I',
    '-z',
    '-i',
    '-F',
    '-e',
    text,
    tree,
  ],
  merge: (target: ObjectId, branch: ObjectId) => [
    'merge-tree',
    '--write-tree',
    '--name-only',
    target,
    branch,
  ],
  commitRoot: (tree: ObjectId) => ['commit-tree', tree, '-F', '-'],
  /** Commit with two parents, which merges an approved change into its target branch. */
  commitMerge: (tree: ObjectId, target: ObjectId, branch: ObjectId) => [
    'commit-tree',
    tree,
    '-p',
    target,
    '-p',
    branch,
    '-F',
    '-',
  ],
  isAncestor: (ancestor: ObjectId, descendant: ObjectId) => [
    'merge-base',
    '--is-ancestor',
    ancestor,
    descendant,
  ],
  bundle: (file: string, base: ObjectId, branch: BranchName) => [
    'bundle',
    'create',
    '--quiet',
    file,
    `^${base}`,
    `refs/heads/${branch}`,
  ],
  /** Fetches the objects and the branch of a bundle into a ref namespace of their own. */
  fetchBundle: (file: string, jobId: string) => [
    ...FETCH,
    '--force',
    '--',
    file,
    `+refs/heads/*:refs/imports/${jobId}/*`,
  ],
  bundleHeads: (file: string) => ['bundle', 'list-heads', file],
  verifyBundle: (file: string) => ['bundle', 'verify', '--quiet', file],
  patches: (base: ObjectId, commit: ObjectId) => [
    'format-patch',
    '--stdout',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--full-index',
    '--binary',
    '--no-signature',
    `${base}..${commit}`,
  ],
} as const satisfies Readonly<Record<string, (...operands: never[]) => string[]>>;

declare const checked: unique symbol;
/** 40 or 64 hex digits. */
export type ObjectId = string & { readonly [checked]: 'object' };
/** Branch name without `refs/heads/`. */
export type BranchName = string & { readonly [checked]: 'branch' };
/** Full ref name: `refs/heads/…` or `refs/remotes/origin/…`. */
export type RefName = string & { readonly [checked]: 'ref' };

/** @throws Error if the text is not an object ID. For output of git, not for input from people */
export function objectId(text: string): ObjectId {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text))
    throw new Error(`Not an object ID: ${text.slice(0, 80)}`);
  return text as ObjectId;
}

/**
 * Returns the name if git accepts it for a branch (git-check-ref-format(1)) and it does not start with a dash, or null.
 */
export function branchName(text: string): BranchName | null {
  const bad =
    text === '' ||
    text === '@' ||
    text.length > 200 ||
    text.startsWith('-') ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|(^|\/)\.|\.lock(\/|$)/.test(text);
  return bad ? null : (text as BranchName);
}

export function localRef(branch: BranchName): RefName {
  return `refs/heads/${branch}` as RefName;
}

export function remoteRef(branch: BranchName): RefName {
  return `refs/remotes/origin/${branch}` as RefName;
}
