import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { domainName, notADomain } from '../../shared/domain-name.ts';
import { formatQuantity, unitOfSetting } from '../../shared/quantities.ts';
import { otherProtocol, otherProtocolText } from '../../shared/site-address.ts';
import { OffprintError } from '../errors.ts';
import {
  type ExportSettings,
  type ExportSettingsInput,
  exportSettings,
} from '../exports/settings/settings.ts';
import { notValid } from '../not-valid.ts';
import { optionOf } from './setting-options.ts';

/** Parses settings and adds the defaults. @throws OffprintError `usage` that names the option */
export function parsedSettings(input: ExportSettingsInput): ExportSettings {
  const parsed = exportSettings.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0]);
  const unit = unitOfSetting(name);
  const told = (limit: number): string => (unit ? formatQuantity(limit, unit) : String(limit));
  throw new OffprintError('usage', notValid(optionOf(name), issue, told));
}

export function realFolder(source: string): string {
  let folder: string;
  try {
    folder = fs.realpathSync(fromFileUrl(source));
  } catch {
    const other = otherProtocol(source);
    if (other) throw new OffprintError('usage', otherProtocolText(other));
    throw new OffprintError(
      'usage',
      `There is no folder or project named ${source}. ${hintFor(source)} Check the path, or list the projects with: offprint projects`.replace(
        '  ',
        ' ',
      ),
    );
  }
  if (fs.statSync(folder).isDirectory()) return folder;
  throw new OffprintError('usage', `${source} is not a folder. Use the folder that contains the built site.`);
}

/** Hint for a source that looks like an address. */
function hintFor(source: string): string {
  const [, host = '', port] =
    /^([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?(?:[/?#]|$)/i.exec(source) ?? [];
  const isLocal = /^(localhost|127\.[\d.]+|\[::1\])$/i.test(host);
  if (!isLocal && port === undefined && !/\.[a-z]{2,}$/i.test(host)) return '';
  return `For a live site, include the protocol in the address: ${isLocal ? 'http' : 'https'}://${source}.`;
}

/** Converts a `file:` address to a path; returns anything else unchanged. */
export function fromFileUrl(source: string): string {
  if (!/^file:/i.test(source)) return source;
  try {
    return fileURLToPath(source);
  } catch {
    return source.replace(/^file:\/*/i, '/');
  }
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** @throws OffprintError `usage` */
export function checkedDomain(domain: string): string {
  const name = domainName(domain);
  if (name === undefined) throw new OffprintError('usage', notADomain(domain));
  return name;
}
