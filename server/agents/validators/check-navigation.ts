import { pageName } from '../../docs-site/model/navigation.ts';
import { isOperation } from '../docs-config/docs-config.ts';
import { JsonFault } from '../docs-config/json-nodes.ts';
import { type Finding, finding } from './finding.ts';
import { pageKind } from './page.ts';
import { pageFile, type SiteView } from './site-view.ts';

/** Everything that is wrong between the navigation and the files that it names. */
export async function checkNavigation(view: SiteView): Promise<Finding[]> {
  const { configPath, folder } = view.root;
  const config = await view.config();
  if (configPath === null || config === null) return sameAddresses(view);
  if (config instanceof JsonFault) {
    return [
      finding(
        'navigation-syntax',
        configPath,
        config.line,
        `${configPath} is not valid JSON: ${config.message}.`,
        '',
      ),
    ];
  }
  const findings = sameAddresses(view);
  const listed = new Map<string, number>();
  const reached = new Set<string>();
  for (const { page } of config.pages) {
    if (isOperation(page) || /^https?:/.test(page)) continue;
    const times = (listed.get(page) ?? 0) + 1;
    listed.set(page, times);
    const file = pageFile(view, page);
    if (file !== null) reached.add(file);
    else
      findings.push(
        finding(
          'navigation-page',
          configPath,
          null,
          `The navigation lists ${JSON.stringify(page)}, but there is no such page.`,
          page,
        ),
      );
    if (times === 2) {
      findings.push(
        finding(
          'navigation-twice',
          configPath,
          null,
          `The navigation lists ${JSON.stringify(page)} more than once.`,
          page,
        ),
      );
    }
  }
  const prefix = folder === '' ? '' : `${folder}/`;
  for (const path of view.paths) {
    if (pageKind(path) === null || !path.startsWith(prefix) || reached.has(path)) continue;
    // Parts that are taken into pages, and files for people who look at the repository, have no place in it.
    if (
      /(^|\/)(snippets?|components?|includes?|partials?|_[^/]*|\.[^/]*|node_modules)\/|(^|\/)_[^/]*$|(^|\/)(README|CHANGELOG|CONTRIBUTING|LICENSE|CODE_OF_CONDUCT|AGENTS|CLAUDE)\.md$/i.test(
        path,
      )
    )
      continue;
    findings.push(
      finding(
        'page-not-in-navigation',
        path,
        null,
        `The page ${JSON.stringify(pageName(path.slice(prefix.length)))} is not in the navigation, so readers will not find it.`,
        '',
      ),
    );
  }
  return findings;
}

/** Two files that make one address: `a.md` beside `a.mdx` or `a/index.mdx`. */
function sameAddresses(view: SiteView): Finding[] {
  const addresses = new Map<string, string>();
  const findings: Finding[] = [];
  for (const path of view.paths) {
    if (pageKind(path) === null) continue;
    const address = pageName(path)
      .replace(/(^|\/)index$/, '')
      .toLowerCase();
    const other = addresses.get(address);
    if (other === undefined) addresses.set(address, path);
    else
      findings.push(
        finding('same-address', path, null, `${path} and ${other} have the same address.`, other),
      );
  }
  return findings;
}
