import { onlySendsReader } from '../../parse/sends-reader.ts';
import type { KeptStates } from '../../runtime/states.ts';
import { readAttribute, writeAttribute } from './attributes.ts';
import { markCopyButtons } from './copy-buttons.ts';
import type { Taught } from './effects.ts';
import { numberGeneratedIds } from './generated-ids.ts';
import { numberMarks } from './number-marks.ts';
import { inOneForm } from './one-form.ts';
import type { StateKeeper } from './states.ts';
import { adoptedStyles, mendStyle, styleElement } from './style-sheets.ts';

/** Event handlers that are kept if they only navigate. */
const LEADS = /^on(?:dbl)?click$|^onchange$/;

/** As the URL parser does, ignores tabs and line ends anywhere (WHATWG URL, 4.4). */
function isScriptAddress(address: string): boolean {
  return /^[\0-\x20]*javascript:/i.test(address.replace(/[\t\n\r]/g, ''));
}

/** Whether a handler that navigates to its element's value could run a script. */
function offersScript(element: Element): boolean {
  return [element, ...element.querySelectorAll('option')].some(
    (one) => 'value' in one && isScriptAddress(String(one.value)),
  );
}

export type SnapshotOptions = Readonly<{
  hideSelectors: readonly string[];
  loadingIndicators: string;
  readySelector: string | undefined;
  /** Selectors of buttons that copy code. */
  copyButtons: string;
  /** Maximum number of characters of HTML. */
  maxLength: number;
}>;

/** Findings of the other in-page functions. */
export type SnapshotKnowledge = Readonly<{
  lazyImages: ReadonlySet<Element>;
  /** Elements with an open shadow root. */
  shadowHosts: readonly Element[];
  states: StateKeeper;
}>;

export type Snapshot = Readonly<{
  url: string;
  /** Undefined if longer than `maxLength`. */
  html: string | undefined;
  title: string;
  text: string;
  links: readonly string[];
  definedElements: readonly string[];
  /** Whether the page has features that need scripts: tabs, menus, a theme, copy buttons, highlighted navigation. */
  isInteractive: boolean;
  /** Whether the page has a map, which loads from a service as the reader moves it. */
  hasMap: boolean;
  /** Invalid selectors in the settings. */
  badSelectors: readonly string[];
  /** Selectors from the settings that match something in the page. */
  selected: readonly string[];
  /** Content that could not be kept, as `element: why`. */
  notKept: readonly string[];
  taught: Taught;
  /** Whether nothing in the page was pressed. */
  isUntouched: boolean;
}>;

/** Elements that may differ from their copy, must be removed, or may contain an address. */
const SPECIAL =
  'a,area,canvas,iframe,img,input,link,listing,meta,noscript,option,pre,script,style,template,textarea,video,[action],[data],[formaction],[nonce]';
const URL_ATTRIBUTES = ['href', 'xlink:href', 'src', 'action', 'formaction', 'data'];
/** Resource hints for scripted navigation, or for hosts that are unavailable offline. */
const HINTS = /\b(modulepreload|prefetch|prerender|preconnect|dns-prefetch)\b/i;
const SCRIPT_PRELOADS = /^(script|worker|fetch|document|json)$/i;
/** Attributes in which lazy loaders keep an image's address. */
const WAITING_SOURCES = ['data-src', 'data-lazy-src', 'data-original'];
const MAPS = '.leaflet-container,.maplibregl-map,.mapboxgl-map,.ol-viewport,.gm-style,.cesium-viewer';
const MAX_DRAWING_PIXELS = 16_000_000;
const MAX_LINKS = 20_000;
const MAX_LINK_LENGTH = 10_000;
const MAX_NOT_KEPT = 20;

/**
 * Runs in the page, in the isolated world: serialises the document in its current state as HTML that needs no scripts.
 * The document is copied into one in which nothing loads or runs. The copy is adjusted and then serialised by the
 * browser itself, which takes a third of the time of doing so element by element.
 *
 * What only scripts know goes into the markup: rules inserted into style sheets, adopted style sheets, the state of
 * form fields, open shadow roots (as declarative ones), canvas drawings, images and frames that only exist in memory.
 *
 * Scripts of the site are removed here and not by a later pass over the HTML: this works on elements instead of markup,
 * so no second parser can disagree with the browser's. Removed are script elements (but not JSON-LD, which is content),
 * event handlers and `javascript:` addresses unless they only navigate, hints to load scripts and what scripts would
 * load, `noscript`, comments, and templates, which are only used by scripts.
 * @param page the document, as returned by `plainDocument`
 */
export function takeSnapshot(
  page: Document,
  knowledge: SnapshotKnowledge,
  options: SnapshotOptions,
): Snapshot {
  const badSelectors: string[] = [];
  const placed = knowledge.states.placeStates();
  const notKept: string[] = [...knowledge.states.notKept];
  const links = new Set<string>();
  const inert = page.implementation.createHTMLDocument();

  const hasControls = (kept: KeptStates | undefined): boolean =>
    kept !== undefined &&
    (kept.tabs.length + kept.toggles.length > 0 || kept.theme !== undefined || kept.contents !== undefined);

  /** Returns an image of drawn content as a data: URL; undefined if there is none or reading it is not allowed. */
  const pictureOf = (
    source: HTMLCanvasElement | HTMLImageElement | HTMLVideoElement,
    width: number,
    height: number,
    type?: string,
  ): string | undefined => {
    if (width === 0 || height === 0) return undefined;
    try {
      if (width * height > MAX_DRAWING_PIXELS) throw new Error(`${width} x ${height} pixels is too large`);
      if (source instanceof HTMLCanvasElement) return source.toDataURL();
      const canvas = page.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      canvas.getContext('2d')?.drawImage(source, 0, 0);
      return canvas.toDataURL(type);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (notKept.length < MAX_NOT_KEPT) notKept.push(`${source.localName}: ${why}`);
      return undefined;
    }
  };

  const mendCanvas = (canvas: HTMLCanvasElement, copy: Element): void => {
    const url = pictureOf(canvas, canvas.width, canvas.height);
    if (url === undefined) return;
    const image = inert.createElement('img');
    for (const name of ['id', 'class', 'title', 'style'])
      writeAttribute(image, name, canvas.getAttribute(name));
    image.src = url;
    image.alt = canvas.getAttribute('aria-label') ?? canvas.textContent.trim();
    // Rules for `canvas` do not apply to the image that replaces it.
    const { width, height, display } = getComputedStyle(canvas);
    Object.assign(image.style, { width, height, display });
    writeAttribute(image, 'data-offprint', '');
    copy.replaceWith(image);
  };

  const mendImage = (image: HTMLImageElement, copy: Element): void => {
    if (knowledge.lazyImages.has(image)) writeAttribute(copy, 'loading', 'lazy');
    const { src } = image;
    if (src.startsWith('blob:')) {
      writeAttribute(copy, 'src', pictureOf(image, image.naturalWidth, image.naturalHeight) ?? null);
    } else if (!image.srcset && (src === '' || src.startsWith('data:'))) {
      const waiting = WAITING_SOURCES.find((name) => image.hasAttribute(name));
      if (waiting) writeAttribute(copy, 'src', image.getAttribute(waiting));
    }
  };

  const mendInput = (input: HTMLInputElement, copy: Element): void => {
    const { type, value } = input;
    if (type === 'checkbox' || type === 'radio') writeAttribute(copy, 'checked', input.checked ? '' : null);
    else if (!/^(password|file|hidden)$/.test(type) && value !== (input.getAttribute('value') ?? '')) {
      writeAttribute(copy, 'value', value);
    }
  };

  const mendLink = ({ rel, href, as, sheet }: HTMLLinkElement, copy: Element): void => {
    if (href.startsWith('blob:') && sheet) copy.replaceWith(styleElement(inert, sheet));
    else if (/\bstylesheet\b/i.test(rel)) return;
    else if (HINTS.test(rel) || (/\bpreload\b/i.test(rel) && SCRIPT_PRELOADS.test(as))) copy.remove();
  };

  /** Removes charset declarations; the correct one is added at the top of the head below. */
  const mendMeta = (meta: HTMLMetaElement, copy: Element): void => {
    if (meta.hasAttribute('charset') || /^content-type$/i.test(meta.httpEquiv)) copy.remove();
  };

  /** Keeps the document of a frame inline if it has no address. */
  const mendFrame = (frame: HTMLIFrameElement, copy: Element): void => {
    if (!frame.hasAttribute('srcdoc') && !/^(about:.*)?$/.test(frame.getAttribute('src') ?? '')) return;
    const inner = frame.contentDocument?.documentElement;
    const innerCopy = inner && inert.importNode(inner, true);
    if (innerCopy) mendAll(inner, innerCopy, []);
    writeAttribute(copy, 'src', null);
    writeAttribute(copy, 'srcdoc', innerCopy ? `<!DOCTYPE html>${innerCopy.outerHTML}` : null);
  };

  /** The parser drops a line feed at the start of some elements. */
  const keepLineFeed = (copy: Element): void => {
    if (copy.textContent?.startsWith('\n')) copy.prepend('\n');
  };

  const mend = (element: Element, copy: Element): void => {
    // By name, because elements in frames are instances of other classes.
    switch (element.localName) {
      case 'script':
        if (!/^\s*application\/ld\+json\s*$/i.test(readAttribute(element, 'type') ?? '')) copy.remove();
        break;
      case 'noscript':
      case 'template':
        copy.remove();
        break;
      case 'meta':
        mendMeta(element as HTMLMetaElement, copy);
        break;
      case 'link':
        mendLink(element as HTMLLinkElement, copy);
        break;
      case 'style':
        mendStyle(element as HTMLStyleElement, copy);
        break;
      case 'canvas':
        mendCanvas(element as HTMLCanvasElement, copy);
        break;
      case 'img':
        mendImage(element as HTMLImageElement, copy);
        break;
      case 'video': {
        const video = element as HTMLVideoElement;
        if (video.poster || video.readyState < 2) break;
        const poster = pictureOf(video, video.videoWidth, video.videoHeight, 'image/jpeg');
        if (poster) writeAttribute(copy, 'poster', poster);
        break;
      }
      case 'input':
        mendInput(element as HTMLInputElement, copy);
        break;
      case 'option':
        writeAttribute(copy, 'selected', (element as HTMLOptionElement).selected ? '' : null);
        break;
      case 'textarea':
        copy.textContent = (element as HTMLTextAreaElement).value;
        keepLineFeed(copy);
        break;
      case 'pre':
      case 'listing':
        keepLineFeed(copy);
        break;
      case 'iframe':
        mendFrame(element as HTMLIFrameElement, copy);
        break;
      default:
    }
    for (const name of URL_ATTRIBUTES) {
      const address = readAttribute(element, name) ?? '';
      if (isScriptAddress(address) && !onlySendsReader(address))
        writeAttribute(copy, name, 'javascript:void(0)');
    }
    writeAttribute(copy, 'nonce', null);
  };

  const noteLink = (element: Element): void => {
    if ((element.localName !== 'a' && element.localName !== 'area') || links.size >= MAX_LINKS) return;
    const { href } = element as HTMLAnchorElement;
    // In SVG, `href` is an object.
    const url =
      typeof href === 'string' ? href : URL.parse(element.getAttribute('href') ?? '', page.baseURI)?.href;
    if (url && url.length <= MAX_LINK_LENGTH && /^https?:/.test(url)) links.add(url);
  };

  const nodesBelow = (owner: Document, context: Node, expression: string): Node[] => {
    const found = owner.evaluate(expression, context, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    return Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index) as Node);
  };

  /**
   * Adjusts a copy and its descendants; elements at the same position in the original and the copy correspond.
   * @param leftOut selectors of what to remove
   * @param hosts descendants with a shadow root
   */
  const mendAll = (
    original: ParentNode,
    copy: Element,
    leftOut: readonly string[],
    hosts: readonly Element[] = [],
  ): void => {
    const gone = leftOut.flatMap((selector) => [...original.querySelectorAll(selector)]);
    const specials = [...original.querySelectorAll(SPECIAL)];
    const specialCopies = [...copy.querySelectorAll(SPECIAL)];
    const copies = new Map<Element, Element>();
    if (gone.length > 0 || hosts.length > 0) {
      const all = [...copy.querySelectorAll('*')];
      // The first element of a document corresponds to the copy itself.
      const elements = [...original.querySelectorAll('*')].slice(
        original instanceof Element ? 0 : -all.length,
      );
      for (const [index, element] of elements.entries()) copies.set(element, all[index] as Element);
    }
    for (const [index, element] of specials.entries()) {
      if (gone.some((one) => one.contains(element))) continue;
      noteLink(element);
      mend(element, specialCopies[index] as Element);
    }
    for (const host of hosts) if (host.shadowRoot) copies.get(host)?.prepend(declaredRoot(host.shadowRoot));
    for (const element of gone) copies.get(element)?.remove();
    for (const node of nodesBelow(inert, copy, './/comment()|.//@*[starts-with(name(),"on")]')) {
      if (node instanceof Attr) {
        const owner = node.ownerElement;
        if (!LEADS.test(node.name) || !onlySendsReader(node.value) || (owner && offersScript(owner)))
          owner?.removeAttributeNode(node);
      } else (node as Comment).remove();
    }
  };

  const hostsIn = (root: Node): Element[] =>
    knowledge.shadowHosts.filter((host) => host.getRootNode() === root);

  const declaredRoot = (root: ShadowRoot): HTMLTemplateElement => {
    const holder = inert.createElement('div');
    for (const child of root.childNodes) holder.append(inert.importNode(child, true));
    mendAll(root, holder, [], hostsIn(root));
    inOneForm(holder);
    const template = inert.createElement('template');
    template.setAttribute('shadowrootmode', 'open');
    if (root.delegatesFocus) template.setAttribute('shadowrootdelegatesfocus', '');
    template.content.append(...holder.childNodes, ...adoptedStyles(inert, root.adoptedStyleSheets));
    return template;
  };

  const isSelector = (selector: string): boolean => {
    try {
      page.querySelector(selector);
      return true;
    } catch {
      badSelectors.push(selector);
      return false;
    }
  };
  const leftOut = [options.loadingIndicators, ...options.hideSelectors.filter(isSelector)];
  const chosen = [...leftOut.slice(1), options.readySelector ?? ''].filter((selector) => selector !== '');
  const selected = chosen.filter((selector) => isSelector(selector) && page.querySelector(selector) !== null);

  const root = page.documentElement;
  for (const animation of page.getAnimations()) {
    // The result of a scripted animation is not in any rule, so it is committed.
    if (animation instanceof CSSAnimation || animation instanceof CSSTransition) continue;
    try {
      if (animation.playState === 'finished') animation.commitStyles();
    } catch {
      // the element is not rendered, so its style does not matter
    }
  }
  const copy = inert.importNode(root, true);
  mendAll(root, copy, leftOut, hostsIn(document));
  const head = copy.querySelector('head');
  const charset = inert.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  head?.prepend(charset);
  head?.append(...adoptedStyles(inert, page.adoptedStyleSheets));
  const states = placed && numberMarks(copy, placed);
  if (states) {
    const script = inert.createElement('script');
    script.type = 'application/json';
    writeAttribute(script, 'data-offprint', 'states');
    script.textContent = JSON.stringify(states).replaceAll('<', '\\u003c');
    (copy.querySelector('body') ?? copy).append(script);
    const root = states.theme && { ...states.theme, values: states.theme.values.filter(([at]) => at === 0) };
    if (root) writeAttribute(copy, 'data-offprint-theme', JSON.stringify(root));
  }
  const hasCopyButtons = markCopyButtons(copy) || page.querySelector(options.copyButtons) !== null;
  numberGeneratedIds(copy);
  inOneForm(copy);
  const { doctype } = page;
  const html = (doctype ? new XMLSerializer().serializeToString(doctype) : '') + copy.outerHTML;

  // The page is no longer used, so omitted content can be hidden to exclude its text.
  for (const element of page.querySelectorAll(leftOut.join(','))) {
    if (element instanceof HTMLElement) element.style.setProperty('display', 'none', 'important');
  }
  const custom = nodesBelow(page, document, '//*[contains(name(),"-")]').concat(knowledge.shadowHosts);
  const definedElements = new Set<string>();
  for (const element of custom) {
    if (element instanceof HTMLElement && element.localName.includes('-') && element.matches(':defined')) {
      definedElements.add(element.localName);
    }
  }
  const shadowTexts = knowledge.shadowHosts.flatMap(({ shadowRoot }) =>
    [...(shadowRoot?.children ?? [])].map((child) =>
      child instanceof HTMLElement && !/^(style|link|script)$/.test(child.localName) ? child.innerText : '',
    ),
  );
  return {
    url: knowledge.states.address() ?? page.URL,
    html: html.length > options.maxLength ? undefined : html,
    title: page.title,
    text: [page.body?.innerText ?? '', ...shadowTexts].join('\n').slice(0, options.maxLength),
    links: [...links],
    definedElements: [...definedElements],
    isInteractive: hasControls(states) || hasCopyButtons,
    hasMap: page.querySelector(MAPS) !== null,
    badSelectors,
    selected,
    notKept,
    taught: knowledge.states.taught(),
    isUntouched: knowledge.states.isUntouched(),
  };
}
