import type { Project } from '../../server/api/wire.types.ts';
import { type OtherProtocol, otherProtocol } from '../../shared/site-address.ts';

/** The typed site, parsed. */
export type SiteInput =
  | Readonly<{ kind: 'empty' }>
  /** The site of a project. */
  | Readonly<{ kind: 'known'; project: Project; domain: string }>
  /** A folder on this server without a project. */
  | Readonly<{ kind: 'folder'; folder: string; name: string; domain: string }>
  /** The address of a live site without a project. */
  | Readonly<{ kind: 'address'; url: string; name: string; domain: string }>
  /** An unknown name. With `url`, the user may have meant that address. */
  | Readonly<{ kind: 'unknown'; typed: string; url: string | undefined }>
  /** An address with an unsupported protocol (`ftp:`) or a misspelled one (`htp:`). */
  | Readonly<{ kind: 'protocol'; other: OtherProtocol }>
  | Readonly<{ kind: 'relative' }>;

export type NewSite = Extract<SiteInput, { kind: 'folder' | 'address' }>;

/** Whether an export of this site creates a project. */
export function isNew(input: SiteInput): input is NewSite {
  return input.kind === 'folder' || input.kind === 'address';
}

export function originOf(site: NewSite): Project['origin'] {
  return site.kind === 'folder' ? { kind: 'directory', folder: site.folder } : { kind: 'url', url: site.url };
}

/** Returns the origin for an address or the path of a folder. */
export function originAt(place: string): Project['origin'] {
  const url = placeOfOrigin(place.trim());
  return url === undefined ? { kind: 'directory', folder: place.trim() } : { kind: 'url', url };
}

/** Describes where the pages of a project come from. */
export function placeOf({ origin }: Pick<Project, 'origin'>): string {
  if (origin.kind === 'repository') return `${origin.repository} ${origin.ref}`;
  return origin.kind === 'directory' ? origin.folder : origin.url;
}

/** Parses a domain, an address, a project name or the path of a folder. */
export function readSite(text: string, projects: readonly Project[]): SiteInput {
  const typed = text.trim().replace(/^(["'])(.*)\1$/, '$2');
  if (typed === '') return { kind: 'empty' };
  const folder = folderOf(typed);
  if (folder !== undefined) {
    const project = projects.find(({ origin }) => origin.kind === 'directory' && origin.folder === folder);
    if (project) return { kind: 'known', project, domain: project.domains[0] ?? '' };
    const name = folder.split(/[/\\]/).at(-1) ?? folder;
    return { kind: 'folder', folder, name, domain: freeDomain(`${labelOf(name)}.localhost`, projects) };
  }
  if (/^[.~]/.test(typed)) return { kind: 'relative' };
  const place = placeOfOrigin(typed);
  const ofPlace =
    place && projects.find(({ origin }) => origin.kind === 'url' && placeOfOrigin(origin.url) === place);
  if (ofPlace) return { kind: 'known', project: ofPlace, domain: ofPlace.domains[0] ?? '' };
  const host = URL.parse(typed.includes('://') ? typed : `https://${typed}`)?.hostname ?? typed;
  const project = projects.find(
    ({ name, domains }) => domains.includes(host) || name.toLowerCase() === typed.toLowerCase(),
  );
  if (!project && place)
    return { kind: 'address', url: place, name: host, domain: freeDomain(domainOf(host), projects) };
  if (!project) {
    const other = otherProtocol(typed);
    if (other) return { kind: 'protocol', other };
    return { kind: 'unknown', typed, url: isHostName(host) ? placeOfOrigin(`https://${typed}`) : undefined };
  }
  return {
    kind: 'known',
    project,
    domain: project.domains.includes(host) ? host : (project.domains[0] ?? host),
  };
}

/** Normalizes an http or https address. The protocol is optional for servers on this computer. */
function placeOfOrigin(typed: string): string | undefined {
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?(\/|$)/i.test(typed);
  const address = isLocal ? `http://${typed}` : typed;
  return /^https?:\/\//i.test(address) ? URL.parse(address)?.href : undefined;
}

/** Whether this may be the host name of a server. Browsers parse `just words` into the host `just%20words`. */
function isHostName(host: string): boolean {
  return host.includes('.') && !/[\s%]/.test(host);
}

/** Returns an unregistered domain, appending a number to the first label if the domain is taken. */
function freeDomain(domain: string, projects: readonly Project[]): string {
  const taken = new Set(projects.flatMap(({ domains }) => domains));
  const [label = '', ...rest] = domain.split('.');
  for (let number = 2, free = domain; ; number++) {
    if (!taken.has(free)) return free;
    free = [`${label}-${number}`, ...rest].join('.');
  }
}

/** Returns the domain of a live site: its host name, or one below `localhost` for IP addresses and dotless names. */
function domainOf(host: string): string {
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && !/^[\d.]+$/.test(host);
  return isName ? host : `${labelOf(host === 'localhost' ? '' : host)}.localhost`;
}

function folderOf(typed: string): string | undefined {
  if (typed.startsWith('file://')) {
    const path = URL.parse(typed)?.pathname.replace(/^\/(?=[A-Za-z]:)/, '');
    return path === undefined ? undefined : trimmed(decoded(path));
  }
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(typed) ? trimmed(typed) : undefined;
}

/** Decodes percent-encoding. A malformed one, as while somebody is still typing, stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function trimmed(path: string): string {
  return path.replace(/(.)[/\\]+$/, '$1');
}

/** A label has up to 63 characters (RFC 1035 §2.3.4); the rest is for the number that `freeDomain` appends. */
const LABEL_MAX = 59;

/** Converts a name to a host name label of letters, digits and hyphens. */
function labelOf(name: string): string {
  const label = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LABEL_MAX)
    .replace(/-$/, '');
  return label === '' ? 'site' : label;
}
