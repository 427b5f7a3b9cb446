import path from 'node:path';
import { OffprintError } from '../errors.ts';
import type { TargetSettings } from '../publications/target-settings.ts';

/** Options that complete a target's address. */
export type AddressOptions = Readonly<{
  ca?: string | undefined;
  hostKey?: string | undefined;
  endpoint?: string | undefined;
  region?: string | undefined;
}>;

/** Parses a target's address on the command line. @throws OffprintError `usage` */
export function targetSettingsOf(address: string, options: AddressOptions): TargetSettings {
  const { ca, hostKey } = options;
  const [, drive] = /^drive:(.+)$/.exec(address) ?? [];
  if (drive !== undefined) {
    const isPlace = path.isAbsolute(drive) || /^[A-Za-z]:\\?$/.test(drive);
    return { kind: 'drive', ...(isPlace ? { path: drive } : { label: drive }) };
  }
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) {
    const { url, username } = withoutUser(address);
    return { kind: 'webdav', url, ...(username && { username }), ...(ca !== undefined && { ca }) };
  }
  if (/^sftp:\/\//i.test(address) && URL.canParse(address)) {
    const { url, username } = withoutUser(address);
    if (username === '')
      throw new OffprintError('usage', 'Include the user name in the address: sftp://user@host/folder');
    return { kind: 'sftp', url, username, ...(hostKey !== undefined && { hostKey }) };
  }
  const [, accessKeyId, bucket = '', prefix = ''] =
    /^s3:\/\/(?:([^@/]+)@)?([^/]+)\/?(.*)$/i.exec(address) ?? [];
  if (bucket !== '') return bucketOf({ accessKeyId, bucket, prefix }, options);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) {
    throw new OffprintError(
      'usage',
      `${address} is not a valid target address. Use a folder, drive:<label>, the https address of a WebDAV folder, sftp://user@host/folder, or s3://<access key id>@<bucket>/<prefix>.`,
    );
  }
  return { kind: 'folder', path: path.resolve(address) };
}

function bucketOf(
  {
    accessKeyId,
    bucket,
    prefix,
  }: Readonly<{ accessKeyId: string | undefined; bucket: string; prefix: string }>,
  { endpoint, region, ca }: AddressOptions,
): TargetSettings {
  if (accessKeyId === undefined)
    throw new OffprintError(
      'usage',
      'Include the access key ID in the address: s3://<access key id>@<bucket>/<prefix>',
    );
  if (endpoint === undefined)
    throw new OffprintError(
      'usage',
      'Specify the address of the server that hosts the bucket: --endpoint https://s3.example.com',
    );
  return {
    kind: 's3',
    endpoint,
    ...(region !== undefined && { region }),
    bucket,
    accessKeyId: decodeURIComponent(accessKeyId),
    ...(prefix !== '' && { prefix: prefix.replace(/\/+$/, '') }),
    ...(ca !== undefined && { ca }),
  };
}

function withoutUser(address: string): { url: string; username: string } {
  const url = new URL(address);
  const username = decodeURIComponent(url.username);
  if (url.password !== '') throw passwordInAddress();
  url.username = '';
  return { url: url.href, username };
}

function passwordInAddress(): OffprintError {
  return new OffprintError(
    'usage',
    'Do not put the password in the address, because the shell would save it in its history. Use --password-file <file> instead.',
  );
}
