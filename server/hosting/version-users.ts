import type http from 'node:http';

/** Counts responses in progress per version: a version in use must not be removed. */
export type VersionUsers = Readonly<{
  hold: (name: string, response: http.ServerResponse) => void;
  has: (name: string) => boolean;
}>;

export function versionUsers(): VersionUsers {
  const counts = new Map<string, number>();
  const add = (name: string, by: number): void => {
    counts.set(name, (counts.get(name) ?? 0) + by);
  };
  return {
    hold: (name, response) => {
      add(name, 1);
      response.once('close', () => add(name, -1));
    },
    has: (name) => (counts.get(name) ?? 0) > 0,
  };
}
