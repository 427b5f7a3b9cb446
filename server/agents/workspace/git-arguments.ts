const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];

/**
 * Every command line with which git is ever run, complete: what varies are operands of checked shapes, and those that
 * come from outside stand behind an option that takes them (`-e`) or behind `--`. There is no way to pass anything
 * else, so nothing that a repository, a model or a person writes can become an option.
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
  /** The git folder of a place, if it belongs to the user (git-config(1), `safe.directory`). */
  gitFolder: (place: string) => ['-C', place, 'rev-parse', '--git-dir'],
  /** Names and ids of branches. */
  listRemote: (url: string) => ['ls-remote', '--quiet', '--', url, 'refs/heads/*'],
  fetch: (url: string) => [...FETCH, '--prune', '--force', '--', url, '+refs/heads/*:refs/remotes/origin/*'],
  /** Options of a push are sent as `-o` and a text without line ends (git-push(1)). */
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
  /** Gitea's and Forgejo's way to open a pull request by a push (AGit). */
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
  /** Author, e-mail, seconds and message, each ended by NUL. */
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
  search: (tree: ObjectId, pattern: string, how: 'text' | 'expression', ignoreCase: boolean) => [
    'grep',
    '--no-color',
    '--no-textconv',
    '--full-name',
    '--line-number',
    '--max-count=200',
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
  /** A commit with two parents: what a person approved, in the branch that it was meant for. */
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
  /** Takes the objects of a bundle and the branch in it, to where nothing else lies. */
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
/** A branch's name without `refs/heads/`. */
export type BranchName = string & { readonly [checked]: 'branch' };
/** A whole name: `refs/heads/…` or `refs/remotes/origin/…`. */
export type RefName = string & { readonly [checked]: 'ref' };

/** @throws Error when git itself gave something else: not for input of people */
export function objectId(text: string): ObjectId {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text))
    throw new Error(`Not an object ID: ${text.slice(0, 80)}`);
  return text as ObjectId;
}

/** The name if git takes it as a branch (git-check-ref-format(1), and nothing that starts with a dash). */
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
