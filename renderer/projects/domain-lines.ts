import { domainName } from '../../shared/domain-name.ts';
import { t } from '../messages/t.ts';

/** @param text one domain per line @returns an error message for the first invalid domain; false if all are valid */
export function wrongDomains(text: string): string | false {
  const wrong = linesOf(text).find((line) => domainName(line) === undefined);
  return wrong !== undefined && t('project.wrongDomains', { domain: wrong });
}

/** Splits text at line breaks and commas. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
