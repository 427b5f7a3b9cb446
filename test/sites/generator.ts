import type { Page } from './content.ts';

/** How a site is given to the exporter: the built folder, or the address of a host that serves it. */
export type Way = 'folder' | 'url';

/** What a generator needs to become a site, and what its site has to have. All paths are relative to `work`. */
export type Generator = Readonly<{
  name: string;
  /** Where its version stands: the npm package, or Debian's. */
  package: Readonly<{ npm: string }> | Readonly<{ debian: string }>;
  /** The npm packages of package.json that it is built with, if a run of it alone needs no others. */
  packages?: readonly string[];
  /** The generator's own files, copied to the work folder before anything else. */
  sources: string;
  /** Writes the shared content in the generator's language. */
  write: (work: string, pages: readonly Page[]) => void;
  /** Programs that build the site, run one after another in the work folder. */
  commands: readonly (readonly [string, ...string[]])[];
  /** The folder that is the site. */
  output: string;
  /** `clean`: `/a` answers with a.html. A list: the generator's own server, `PORT` in its environment. */
  host: 'files' | 'clean' | readonly [string, ...string[]];
  ways: readonly Way[];
  /** URL paths that the site must have for the shared content and its own pages. */
  expected: (pages: readonly Page[]) => readonly string[];
  /** The site's search box, which ours takes the place of: left out where pictures are compared. */
  searchBox: string;
  /** Names of controls that do nothing without the site's own scripts, which a frozen page has not: verification names them. */
  lost?: readonly string[];
}>;
