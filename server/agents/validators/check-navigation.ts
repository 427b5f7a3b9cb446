import { pageName } from '../../docs-site/model/navigation.ts';
import { type ConfigProblem, SiteFault } from '../docs-config/site-model.ts';
import { type Finding, finding } from './finding.ts';
import { pageKind } from './page.ts';
import { isIgnored, joined, pageFile, type SiteView } from './site-view.ts';

/** Finds all mismatches between the navigation and the files of the site. */
export async function checkNavigation(view: SiteView): Promise<Finding[]> {
  const { configPath, folder } = view.root;
  const config = await view.config();
  if (configPath === null || config === null) return sameAddresses(view);
  if (config instanceof SiteFault) return [configFinding(view, config)];
  const findings = [...sameAddresses(view), ...config.faults.map((fault) => configFinding(view, fault))];
  const reached = new Set<string>();
  for (const { name: page, kind, isAgain } of config.listed) {
    if (kind === 'operation') continue;
    const file = pageFile(view, config, page);
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
    if (isAgain) {
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
    if (isIgnored(view, config, path)) continue;
    // Included files, and files for people who browse the repository, do not belong in the navigation.
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

function configFinding(view: SiteView, { file, line, message }: ConfigProblem): Finding {
  return finding(
    'navigation-syntax',
    joined(view.root.folder, file),
    line,
    message,
    line === null ? message : '',
  );
}

/** Finds files with the same address, such as `a.md` beside `a.mdx` or `a/index.mdx`. */
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
