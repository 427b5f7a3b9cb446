/** A forge as the operator set it up. */
export type ForgeSettings = Readonly<{
  kind: 'gitea' | 'gitlab' | 'github' | 'bitbucket';
  /** Address of the forge, without the API's path: `https://git.example.test` or `https://example.test/git`. */
  baseUrl: string;
  /** Owner or project key, and the repository's name: `docs/site`; for GitLab with all groups. */
  repository: string;
  token: string;
  /** PEM certificates that are trusted besides those that Node brings. */
  caBundle: string | null;
}>;

export type MergeRequest = Readonly<{
  number: number;
  /** Address that a person opens. */
  link: string;
  state: 'open' | 'merged' | 'closed';
}>;

export type NewMergeRequest = Readonly<{
  head: string;
  base: string;
  title: string;
  body: string;
  isDraft: boolean;
}>;

/** What four endpoints of a forge do. All throw PublishError. */
export type Forge = Readonly<{
  name: string;
  /** Whether the token reaches the repository. */
  probe: (signal: AbortSignal) => Promise<void>;
  findOpen: (head: string, base: string, signal: AbortSignal) => Promise<MergeRequest | null>;
  /** @returns null when there is one already: look for it */
  create: (request: NewMergeRequest, signal: AbortSignal) => Promise<MergeRequest | null>;
  byNumber: (number: number, signal: AbortSignal) => Promise<MergeRequest>;
  /** `Authorization` header with which git pushes. */
  gitAuthorization: string;
}>;
