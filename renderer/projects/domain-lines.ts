import { domainName } from '../../shared/domain-name.ts';
import { t } from '../messages/t.ts';

/** @param text a domain in each line @returns what is wrong with the first that is none; false where all are */
export function wrongDomains(text: string): string | false {
  const wrong = linesOf(text).find((line) => domainName(line) === undefined);
  return wrong !== undefined && t('project.wrongDomains', { domain: wrong });
}

/** What stands in lines, or between commas. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
