import { createHash } from 'node:crypto';
import { BodyCache } from './body-cache.ts';
import { el } from './components/element.ts';
import { CodeColors, codeStyles } from './components/highlighter.ts';
import type { Html } from './components/rendering.ts';
import { Diagrams, type DrawDiagram, diagramsIn } from './diagrams.ts';
import type { BodyStore, FileTree } from './file-tree.ts';
import { textOf } from './file-tree.ts';
import type { Finding, FindingCode } from './findings.ts';
import { type Files, pageDocument } from './layout/document.ts';
import { Navigation } from './layout/navigation-view.ts';
import { notFoundPage, redirectPage } from './layout/small-pages.ts';
import { LinkCheck } from './link-check.ts';
import { encoded, OWN_FOLDER, pageFile } from './model/address.ts';
import { splitFrontMatter } from './model/front-matter.ts';
import type { Page } from './model/page.ts';
import { isForReaders, type LeftOut, leftOutFiles, publishedFiles } from './model/published-files.ts';
import { isExact, leadsBack } from './model/redirects.ts';
import { type Chrome, readChrome } from './model/settings.ts';
import { readSite, type Site } from './model/site.ts';
import { whyNotLoaded } from './model/site-scripts.ts';
import { SUPPLIED } from './model/supplied.ts';
import { API_LANGUAGES, apiContent } from './openapi/api-content.ts';
import { packageFiles } from './package-files.ts';
import { Library } from './parse/library.ts';
import { componentOf, type Node } from './parse/nodes.ts';
import { MdxFault } from './parse/parse-mdx.ts';
import { plainMarkdown } from './parse/plain-markdown.ts';
import { toNodes } from './parse/to-nodes.ts';
import { answerOf, type Body, openRendering, type RenderTools, renderBody } from './render-page.ts';
import { Components } from './sandbox/run-code.ts';
import { fontFile, themeStyles } from './styles/theme.ts';
import { utilityStyles } from './styles/utilities.ts';

/** Destination of a site's files. */
export type Output = Readonly<{
  write: (path: string, content: string | Buffer) => void;
  /** Publishes a file of the tree unchanged. */
  copy: (path: string) => void;
}>;

export type BuildOptions = Readonly<{
  /** Whether to run components and expressions of the repository, in a sandbox. True by default. */
  runsCode?: boolean;
  signal?: AbortSignal | undefined;
  /** Renders the diagrams of the pages. Without it, their source is shown. */
  drawDiagram?: DrawDiagram | undefined;
  /** Cache of bodies and drawings from an earlier build of the site. */
  store?: BodyStore | undefined;
  /** Version of the generator. Cached results of other versions are not reused. */
  version?: string;
  /** Called before each page is built. @param name of its file, or of the page */
  onPage?: (name: string) => void;
}>;

export type Built = Readonly<{
  /** Name of the site in docs.json, if there is one. */
  name: string | undefined;
  pages: number;
  redirects: number;
  findings: readonly Finding[];
  leftOut: readonly LeftOut[];
}>;

const FILES: Pick<Files, 'script' | 'mathStyles'> = {
  script: `/${OWN_FOLDER}/site.js`,
  mathStyles: `/${OWN_FOLDER}/katex/katex.min.css`,
};

/**
 * Builds a site from a tree with a docs.json or mint.json: HTML, styles and one script. The same tree always gives the
 * same bytes. Makes no network requests, and runs code of the tree only in a sandbox (sandbox/).
 * @throws ConfigFault if the configuration is unusable; the signal's reason
 */
export async function buildSite(tree: FileTree, output: Output, options: BuildOptions = {}): Promise<Built> {
  const site = readSite(tree);
  return new Builder(site, output, options).build();
}

class Builder {
  readonly #site: Site;
  readonly #output: Output;
  readonly #options: BuildOptions;
  readonly #library: Library;
  readonly #navigation: Navigation;
  readonly #findings = new Map<string, Finding>();
  readonly #classes = new Set<string>();
  /** Files that are published unchanged. */
  readonly #files = new Set<string>();
  /** Files that pages were built from. */
  readonly #sources = new Set<string>();
  /** Findings of the page being rendered, to be cached with its body. */
  #heard: Finding[] | undefined;
  #hasMath = false;
  #hasComponents = false;
  #run: Components | undefined;

  constructor(site: Site, output: Output, options: BuildOptions) {
    this.#site = site;
    this.#output = output;
    this.#options = options;
    this.#library = new Library(site.tree, site.settings.variables);
    this.#navigation = new Navigation(site);
    for (const finding of site.findings) this.#add(finding);
  }

  readonly #report = (code: FindingCode, message: string, file: string, line?: number): void => {
    this.#add({ code, message, file, ...(line !== undefined && { line }) });
  };

  #add(finding: Finding): void {
    this.#heard?.push(finding);
    this.#findings.set(JSON.stringify(finding), finding);
  }

  async build(): Promise<Built> {
    const { settings } = this.#site;
    if (this.#options.runsCode !== false)
      this.#run = await Components.open(this.#site.tree, this.#library, this.#report);
    const colors = await CodeColors.open(settings.codeThemes);
    const { drawDiagram, store, version = '' } = this.#options;
    const diagrams = new Diagrams(drawDiagram, store, version);
    const tools: RenderTools = { site: this.#site, colors, diagrams, report: this.#report };
    const chromeRendering = openRendering(tools).page;
    const styles = this.#styleSheets();
    const scripts = this.#siteScripts();
    const links = new LinkCheck(this.#site);
    const pages = [...this.#site.pages.values()];
    const cache =
      this.#options.store &&
      new BodyCache(
        this.#options.store,
        this.#site.tree,
        [
          this.#options.version,
          settings,
          this.#site.redirects,
          this.#site.apiSources,
          this.#options.runsCode,
          this.#suppliedDigests(),
        ],
        (question) => answerOf(this.#site, question),
      );
    const languages = new Map<string | undefined, { chrome: Chrome; banner: Html[] }>();
    const writePage = (page: Page, body: Body): void => {
      const view = this.#navigation.view(page);
      let own = languages.get(view.language);
      if (!own) {
        const section = view.sections.find(({ kind }) => kind === 'language');
        const chrome = section ? readChrome(section.values, settings.chrome) : settings.chrome;
        own = { chrome, banner: this.#banner(chrome, tools) };
        languages.set(view.language, own);
      }
      const groups =
        this.#site.places
          .get(page.name)
          ?.groups.map(({ label }) => label)
          .filter((label) => label !== '') ?? [];
      const html = pageDocument({
        site: this.#site,
        page,
        body,
        view,
        groups,
        ...own,
        ...this.#navigation.neighbours(page),
        files: { ...FILES, styles, scripts, components: this.#components(body) },
        rendering: chromeRendering,
      });
      this.#output.write(pageFile(page.name), html);
      links.addShared(chromeRendering.links.splice(0));
    };
    const bodyOf = async (page: Page): Promise<Body> => {
      this.#options.onPage?.(page.file ?? page.name);
      await this.#run?.begin();
      const body = await this.#keptBody(page, tools, cache);
      this.#run?.close();
      return body;
    };
    for (const page of pages) {
      this.#options.signal?.throwIfAborted();
      const body = await bodyOf(page);
      for (const name of body.classes) this.#classes.add(name);
      for (const file of body.files) this.#files.add(file);
      this.#hasMath ||= body.hasMath;
      links.add(page, body);
      writePage(page, body);
    }
    for (const [page, hrefs] of links.corrections()) writePage(page, withHrefs(await bodyOf(page), hrefs));
    for (const finding of links.findings()) this.#add(finding);
    const redirects = this.#writeRedirects();
    this.#writeOwnFiles(colors, tools, { ...FILES, styles, scripts, components: [] });
    await this.#writeUtilities();
    this.#checkFonts();
    for (const file of chromeRendering.files) this.#files.add(file);
    const published = publishedFiles(this.#site, this.#files);
    for (const file of published) this.#output.copy(file);
    colors.close();
    return {
      name: settings.isNamed ? settings.name : undefined,
      pages: pages.length,
      redirects,
      findings: [...this.#findings.values()],
      leftOut: leftOutFiles(this.#site, new Set(published), [...this.#sources, ...this.#library.taken]),
    };
  }

  /**
   * Writes the script for a page's interactive components, if it has any.
   * @returns addresses of the scripts to load
   */
  #components({ script }: Body): string[] {
    if (script === undefined) return [];
    const name = `${OWN_FOLDER}/components-${createHash('sha256').update(script).digest('hex').slice(0, 16)}.js`;
    this.#output.write(name, script);
    this.#hasComponents = true;
    return [`/${OWN_FOLDER}/components.js`, `/${name}`];
  }

  /** Digests of all supplied files. They belong to every cache key, since any page may use any of them. */
  #suppliedDigests(): readonly string[] {
    const { paths, read } = this.#site.tree;
    return paths
      .filter((path) => path.startsWith(`${SUPPLIED}/`))
      .map((path) => `${path} ${createHash('sha256').update(read(path)).digest('base64url')}`);
  }

  /** Returns the body of a page, from the cache if nothing it was rendered from has changed. */
  async #keptBody(page: Page, tools: RenderTools, cache: BodyCache | undefined): Promise<Body> {
    const file = page.file;
    if (!cache || file === undefined) return this.#body(page, tools);
    const kept = cache.find(file);
    if (kept) {
      for (const source of Object.keys(kept.made.files)) this.#sources.add(source);
      for (const finding of kept.findings) this.#add(finding);
      tools.colors.restore(kept.colors);
      return kept.body;
    }
    const asked = new Map<string, boolean>();
    const findings: Finding[] = [];
    tools.colors.used();
    this.#library.taken.clear();
    this.#heard = findings;
    const body = await this.#body(page, {
      ...tools,
      asked: (question, answer) => asked.set(question, answer),
    });
    this.#heard = undefined;
    const documents =
      page.api !== undefined || page.values['openapi-schema'] !== undefined ? this.#site.documents.all() : [];
    for (const source of this.#library.taken) this.#sources.add(source);
    const files = new Set([file, ...this.#library.taken, ...documents.map((document) => document.file)]);
    const colors = tools.colors.used();
    if (tools.diagrams.isFinal()) cache.keep(file, files, asked, { body, findings, colors });
    return body;
  }

  async #body(page: Page, tools: RenderTools): Promise<Body> {
    const file = page.file ?? this.#site.config.name;
    const source = page.file === undefined ? '' : (textOf(this.#site.tree, file) ?? '');
    try {
      return await this.#madeBody(page, tools, file, source);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // stack overflow, or a string that is too long
      const shown = new MdxFault('It is nested too deep, or includes too much.', undefined);
      this.#report('broken-page', shown.message, file);
      return renderBody([], tools, () => [brokenPage(shown, splitFrontMatter(source).body)]);
    }
  }

  async #madeBody(page: Page, tools: RenderTools, file: string, source: string): Promise<Body> {
    const { body, fault } = splitFrontMatter(source);
    if (fault !== undefined) this.#report('broken-page', `The front matter is not valid: ${fault}`, file, 1);
    let nodes: Node[];
    try {
      nodes = this.#nodes(body, file, this.#run);
    } catch (error) {
      if (!(error instanceof MdxFault)) throw error;
      this.#report('broken-page', error.message, file, error.line);
      return renderBody([], tools, () => [brokenPage(error, body)]);
    }
    await tools.colors.load([...languagesIn(nodes), ...(page.api === undefined ? [] : API_LANGUAGES)]);
    await tools.diagrams.load(diagramsIn(nodes));
    const made = renderBody(nodes, tools, (rendering) =>
      apiContent(page, this.#site, rendering, (text) => this.#markdown(text, file), this.#report),
    );
    const script = this.#run?.script();
    return script === undefined
      ? made
      : { ...made, script: script.code, classes: [...new Set([...made.classes, ...script.classes])] };
  }

  /** @throws MdxFault */
  #nodes(body: string, file: string, run: Components | undefined): Node[] {
    return toNodes(this.#library.parse(body, file), file, {
      library: this.#library,
      run,
      report: this.#report,
    });
  }

  /** Parses text of an OpenAPI document as MDX or, if that fails, as plain Markdown. */
  #markdown(text: string, file: string): Node[] {
    try {
      return this.#nodes(text, file, undefined);
    } catch {
      return plainMarkdown(text);
    }
  }

  #banner(chrome: Chrome, tools: RenderTools): Html[] {
    if (!chrome.banner) return [];
    try {
      return openRendering(tools).page.inline(
        this.#nodes(chrome.banner.content, this.#site.config.name, undefined),
      );
    } catch {
      return [{ type: 'text', value: chrome.banner.content }];
    }
  }

  /** Returns the addresses of all style sheets. Those of the repository come last and take precedence. */
  #styleSheets(): string[] {
    const own = ['site.css', 'theme.css', 'code.css', 'utilities.css'].map(
      (name) => `/${OWN_FOLDER}/${name}`,
    );
    const css = [...this.#site.files].filter((file) => file.endsWith('.css') && isForReaders(file));
    return [...own, ...css.map((file) => encoded(`/${file}`))];
  }

  /** Returns the addresses of the repository's scripts that every page loads. */
  #siteScripts(): string[] {
    return [...this.#site.files].flatMap((path) => {
      if (!/\.js$/.test(path) || /^snippets\/|(^|\/)\./.test(path)) return [];
      const why = whyNotLoaded(this.#site.tree, path);
      if (why === undefined) {
        this.#files.add(path);
        return [encoded(`/${path}`)];
      }
      this.#report('dropped-code', `The script ${path} is not loaded on pages because it ${why}.`, path);
      return [];
    });
  }

  #writeRedirects(): number {
    const isTaken = (address: string): boolean => {
      const name = address.slice(1).replace(/\/$/, '');
      return this.#site.pages.has(name) || this.#site.pages.has(name === '' ? 'index' : `${name}/index`);
    };
    const { config } = this.#site;
    let count = 0;
    for (const redirect of this.#site.redirects) {
      if (
        !isExact(redirect) ||
        redirect.source === redirect.destination ||
        isTaken(redirect.source) ||
        redirect.source.includes('..') ||
        /[?#]/.test(redirect.source)
      )
        continue;
      if (leadsBack(this.#site.redirects, redirect, isTaken)) {
        const message = `The redirect from ${redirect.source} forms a loop, so it was left out.`;
        this.#add({ code: 'config', ...config.find(['source'], redirect.stated), message });
        continue;
      }
      if (/^https?:/i.test(redirect.destination)) {
        const message = `The redirect from ${redirect.source} points to ${redirect.destination}, which is a full web address, so readers get a page with a link instead.`;
        this.#add({ code: 'remote-file', ...config.find(['source'], redirect.stated), message });
      }
      const name = redirect.source
        .slice(1)
        .replace(/\/$/, '')
        .replace(/\.html$/, '');
      this.#output.write(pageFile(name), redirectPage(redirect.destination));
      count++;
    }
    const first = this.#navigation.first(this.#site.root) ?? [...this.#site.pages.values()][0]?.address;
    if (!isTaken('/') && first !== undefined && !this.#site.redirects.some(({ source }) => source === '/')) {
      this.#output.write('index.html', redirectPage(encoded(first)));
    }
    return count;
  }

  #writeOwnFiles(colors: CodeColors, tools: RenderTools, files: Files): void {
    const { settings } = this.#site;
    for (const [name, content] of packageFiles(this.#hasMath, this.#hasComponents))
      this.#output.write(`${OWN_FOLDER}/${name}`, content);
    this.#output.write(
      `${OWN_FOLDER}/theme.css`,
      themeStyles(settings, (file) => this.#site.files.has(file)),
    );
    this.#output.write(`${OWN_FOLDER}/code.css`, codeStyles(colors.rules()));
    const page: Page = { ...notFoundPage(settings), name: '404' };
    if (this.#site.pages.has('404')) return;
    const body = renderBody([], tools, () => [el('p', {}, el('a', { href: '/' }, 'Go to the home page'))]);
    const html = pageDocument({
      site: this.#site,
      page,
      body,
      view: this.#navigation.view(undefined),
      groups: [],
      chrome: settings.chrome,
      banner: [],
      files,
      rendering: openRendering(tools).page,
    });
    this.#output.write('404.html', html);
  }

  /**
   * Publishes the configured fonts. A font that is neither in the repository nor supplied by the operator is reported,
   * and Inter is used instead.
   */
  #checkFonts(): void {
    const { settings, config, files } = this.#site;
    for (const font of [settings.fonts.body, settings.fonts.heading]) {
      const file = font && fontFile(font, (path) => files.has(path));
      if (file !== undefined) this.#files.add(file);
      else if (font && file === undefined && font.family !== 'Inter')
        this.#add({
          code: 'remote-file',
          ...config.find(['family'], font.family),
          message: `The font ${font.family} is not in the repository${font.source === undefined ? '' : ` (${font.source})`}, so Inter is used instead.`,
        });
    }
  }

  async #writeUtilities(): Promise<void> {
    this.#output.write(`${OWN_FOLDER}/utilities.css`, await utilityStyles(this.#classes));
  }
}

/** Returns the body with some addresses of its links replaced. */
function withHrefs(body: Body, hrefs: ReadonlyMap<string, string>): Body {
  const corrected = (html: string): string =>
    html.replace(/(<a\b[^>]*? href=)"([^"]*)"/g, (whole, before: string, href: string) => {
      const other = hrefs.get(href.replaceAll('&#x26;', '&'));
      return other === undefined ? whole : `${before}"${other.replaceAll('&', '&#x26;')}"`;
    });
  return { ...body, html: corrected(body.html), aside: corrected(body.aside) };
}

function brokenPage(fault: MdxFault, source: string): Html {
  return el(
    'div.broken-page',
    {},
    el('p', {}, el('strong', {}, 'This page cannot be shown as intended.'), ` ${fault.message}`),
    el('pre', { tabIndex: 0 }, source.trim()),
  );
}

/** Returns the languages of a page's code blocks, whose grammars must be loaded. */
export function languagesIn(nodes: readonly Node[], found: Set<string> = new Set()): Set<string> {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const language = componentOf(node)?.props.language;
    if (typeof language === 'string') found.add(language);
    languagesIn(node.children as Node[], found);
  }
  return found;
}
