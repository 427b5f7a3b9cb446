import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OffprintError } from '../../errors.ts';

/** Address of a repository, in the one form that is passed to git and shown to people. */
export type Remote = Readonly<{
  url: string;
  /** Folder of a local repository, otherwise null. */
  folder: string | null;
}>;

/**
 * Parses the address of a repository: http, https, ssh, file, or an absolute path. Rejects other forms (`ext::`,
 * options, addresses with a password in them) before git sees them.
 * @throws OffprintError `usage`
 */
export function parseRemote(text: string): Remote {
  const given = text.trim();
  if (path.isAbsolute(given)) return { url: pathToFileURL(given).href, folder: path.resolve(given) };
  const scp = /^([A-Za-z0-9._-]+@)?([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)([^:\s]+)$/.exec(given);
  const url = URL.parse(scp ? `ssh://${scp[1] ?? ''}${scp[2]}/${scp[3]?.replace(/^\//, '')}` : given);
  if (!url || !['http:', 'https:', 'ssh:', 'file:'].includes(url.protocol)) {
    throw new OffprintError(
      'usage',
      `"${given.slice(0, 200)}" is not a repository address. Use an http, https or ssh address, or an absolute path.`,
    );
  }
  if (url.password !== '' || (url.username !== '' && url.protocol !== 'ssh:')) {
    throw new OffprintError(
      'usage',
      "The repository address must not contain a user name or password. Store the token in the forge's settings instead.",
    );
  }
  if (url.protocol === 'file:') {
    if (url.host !== '') {
      throw new OffprintError(
        'usage',
        'A file: address cannot contain a host. Use the form file:///folder/repository.git',
      );
    }
    return { url: url.href, folder: fileURLToPath(url) };
  }
  if (url.hostname.startsWith('-') || url.username.startsWith('-')) {
    throw new OffprintError('usage', `"${url.hostname}" is not a host name.`);
  }
  return { url: url.href, folder: null };
}
