import { SiteFault, type SiteModel } from '../docs-config/site-model.ts';
import { type Finding, finding } from './finding.ts';
import { checkOperation } from './openapi.ts';
import type { Page, Reference } from './page.ts';
import { resolve } from './resolve.ts';
import type { SiteView } from './site-view.ts';

/** Finds all problems of one page. */
export async function checkPage(view: SiteView, path: string): Promise<Finding[]> {
  const page = await view.page(path);
  if (page === null) return [];
  const found = await view.config();
  const config = found instanceof SiteFault ? null : found;
  return [
    ...ownFindings(view, path, page),
    ...(await encodingFindings(view, path)),
    ...(
      await Promise.all(page.references.map((reference) => checkReference(view, config, path, reference)))
    ).flat(),
    ...(await checkOperation(view, config, path, page)),
  ];
}

function ownFindings(view: SiteView, path: string, page: Page): Finding[] {
  const findings: Finding[] = [];
  if (page.syntaxFault) {
    const { line, message } = page.syntaxFault;
    findings.push(finding('syntax', path, line, `The page cannot be parsed: ${message}.`, message));
  }
  if (page.frontMatterFault) {
    const { line, message, text } = page.frontMatterFault;
    findings.push(
      finding('front-matter', path, line, `The front matter is not valid YAML: ${message}.`, text),
    );
  }
  if (page.unclosedFence !== null) {
    findings.push(
      finding(
        'unclosed-fence',
        path,
        page.unclosedFence,
        'The code block that begins here is never closed.',
        '',
      ),
    );
  }
  const titled = typeof page.frontMatter.title === 'string' && page.frontMatter.title.trim() !== '';
  const included = /(^|\/)(_|snippets?\/)/.test(path);
  const generated = 'openapi' in page.frontMatter || 'api' in page.frontMatter;
  const readable = !page.syntaxFault && !page.frontMatterFault;
  if (
    view.root.configPath !== null &&
    readable &&
    !titled &&
    !page.hasHeadingOne &&
    !included &&
    !generated
  ) {
    findings.push(finding('no-title', path, null, 'The page has no title. Add one to its front matter.', ''));
  }
  return findings;
}

async function encodingFindings(view: SiteView, path: string): Promise<Finding[]> {
  const lines = ((await view.text(path)) ?? '').split('\n');
  return lines.flatMap((line, index) =>
    line.includes('\uFFFD')
      ? [
          finding(
            'encoding',
            path,
            index + 1,
            'The line contains U+FFFD, which replaces a character that could not be read.',
            line,
          ),
        ]
      : [],
  );
}

async function checkReference(
  view: SiteView,
  config: SiteModel | null,
  path: string,
  { kind, target, line }: Reference,
): Promise<Finding[]> {
  const found = resolve(view, config, path, target);
  if (found.kind === 'elsewhere') return [];
  const shown = JSON.stringify(target.slice(0, 200));
  if (found.kind === 'nothing') {
    const what = { link: 'The link', image: 'The image', import: 'The import' }[kind];
    return [finding(kind, path, line, `${what} ${shown} does not point to an existing file.`, target)];
  }
  if (found.hash === null || kind !== 'link') return [];
  const page = await view.page(found.path);
  // Text fragments (#:~:text=) and pages that include others are not checked.
  if (page === null || page.syntaxFault || page.includesOthers || found.hash.startsWith(':~:')) return [];
  if (page.anchors.has(found.hash) || page.anchors.has(found.hash.toLowerCase()) || found.hash === 'top')
    return [];
  return [
    finding(
      'anchor',
      path,
      line,
      `The link ${shown} points to a section that does not exist in ${found.path}.`,
      target,
    ),
  ];
}
