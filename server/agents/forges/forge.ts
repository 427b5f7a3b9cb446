/** Forge as configured by the operator. */
export type ForgeSettings = Readonly<{
  kind: 'gitea' | 'gitlab' | 'github' | 'bitbucket';
  /** Address of the forge, without the API path: `https://git.example.test` or `https://example.test/git`. */
  baseUrl: string;
  /** Owner or project key and repository name, such as `docs/site`. For GitLab, with all groups. */
  repository: string;
  token: string;
  /** PEM certificates to trust in addition to Node's. */
  caBundle: string | null;
}>;

export type MergeRequest = Readonly<{
  number: number;
  /** Address of its web page. */
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

/** Client for a forge. All methods throw PublishError. */
export type Forge = Readonly<{
  name: string;
  /** Checks that the token has access to the repository. */
  probe: (signal: AbortSignal) => Promise<void>;
  findOpen: (head: string, base: string, signal: AbortSignal) => Promise<MergeRequest | null>;
  /** @returns null if one already exists; use `findOpen` to get it */
  create: (request: NewMergeRequest, signal: AbortSignal) => Promise<MergeRequest | null>;
  byNumber: (number: number, signal: AbortSignal) => Promise<MergeRequest>;
  /** `Authorization` header for pushing with git. */
  gitAuthorization: string;
}>;
