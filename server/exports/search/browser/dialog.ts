import { pageColours } from './colours.ts';
import { STYLE } from './dialog-style.ts';
import { MissingFile } from './load.ts';
import type { Hit, Results, Search } from './search.ts';
import type { Load } from './site.ts';
import type { Marked } from './snippet.ts';
import { ENGLISH, type Strings } from './strings.ts';
import type { ShownSection } from './view.ts';

/** Delay before the dialog shows that it is searching. */
const PATIENCE_MS = 150;

/**
 * Creates the search dialog: a modal `dialog` with a combobox (ARIA Authoring Practices, list autocomplete with manual
 * selection), in its own shadow root. It is added to the page when first opened.
 * @param root URL of the bundle's root, with a trailing slash
 * @returns a function that opens it, optionally with a text to search for
 */
export function createDialog({
  search,
  load,
  root,
}: Readonly<{ search: Search; load: Load; root: string }>): (query?: string) => void {
  const language = /^[a-z]+/i.exec(document.documentElement.lang)?.[0].toLowerCase() ?? '';
  let strings: Strings = ENGLISH;
  const host = document.createElement('offprint-search');
  host.dataset.offprint = '';
  const shadow = host.attachShadow({ mode: 'open' });
  const style = element('style', STYLE);
  const input = element('input');
  const close = element('button', 'Esc');
  const status = element('p');
  const list = element('div');
  const keys = element('footer');
  const dialog = element('dialog');
  shadow.append(style, dialog);
  const bar = element('div');
  bar.className = 'bar';
  bar.append(input, close);
  dialog.append(bar, status, list, keys);

  setAttributes(input, {
    type: 'text',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': 'results',
    'aria-expanded': 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  });
  setAttributes(list, { id: 'results', role: 'listbox' });
  setAttributes(status, { role: 'status' });
  close.type = 'button';
  list.hidden = true;

  let results: Results | undefined;
  /** Number of searches so far. Results that arrive after a newer search has started are dropped. */
  let asked = 0;
  let chosen = -1;
  let isReading = false;

  const options = (): HTMLAnchorElement[] => [...list.querySelectorAll('a')];
  const choose = (index: number): void => {
    const all = options();
    all[chosen]?.setAttribute('aria-selected', 'false');
    chosen = all.length === 0 ? -1 : (index + all.length) % all.length;
    const option = all[chosen];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };

  const say = (text: string, more = ''): void => {
    status.textContent = text;
    if (more) status.append(element('br'), more);
  };

  const show = (hits: readonly Hit[]): void => {
    for (const hit of hits) list.append(...optionsOf(hit));
    for (const [index, option] of options().entries()) option.id = `option-${index}`;
    list.hidden = options().length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
  };

  const optionsOf = (hit: Hit): HTMLAnchorElement[] => {
    const [first, ...rest] = hit.sections;
    // Skip a heading that repeats the title and has no text of its own.
    const others = rest.filter(
      (section) => plain(section.text) || plain(section.heading) !== plain(hit.title),
    );
    const href = root + hit.path.split('/').map(encodeURIComponent).join('/');
    const own = first && plain(first.heading) !== plain(hit.title) ? first : undefined;
    const page = option(href, own ?? first);
    page.append(
      line('title', hit.title),
      ...(own ? sectionLines(own, hit.title) : first ? [line('text', first.text)] : []),
    );
    return [
      page,
      ...others.map((section) => {
        const part = option(href, section);
        part.className = 'part';
        part.append(...sectionLines(section, hit.title));
        return part;
      }),
    ];
  };

  const option = (href: string, section: ShownSection | undefined): HTMLAnchorElement => {
    const link = element('a');
    link.href = section?.anchor ? `${href}#${encodeURIComponent(section.anchor)}` : href;
    setAttributes(link, { role: 'option', 'aria-selected': 'false', tabindex: '-1' });
    return link;
  };

  const readMore = async (): Promise<void> => {
    if (isReading || !results) return;
    isReading = true;
    const asking = asked;
    try {
      const hits = await results.more();
      if (asking === asked) show(hits);
    } catch (error) {
      if (asking === asked) fail(error);
    } finally {
      isReading = false;
    }
  };

  const fail = (error: unknown): void => {
    const file = error instanceof MissingFile ? error.file : '';
    say(strings.broken.replace('%', file));
    if (!file) throw error;
  };

  const ask = async (): Promise<void> => {
    const asking = ++asked;
    const query = input.value;
    const waiting = setTimeout(() => say(strings.searching), PATIENCE_MS);
    try {
      const found = query.trim() === '' ? undefined : await search(query, language);
      const hits = await found?.more();
      if (asking !== asked) return;
      results = found;
      list.replaceChildren();
      chosen = -1;
      show(hits ?? []);
      list.scrollTop = 0;
      choose(0);
      if (!found) say(strings.hint);
      else if (found.total === 0) say(strings.none.replace('%', query.trim()), strings.noneHint);
      else if (found.isPartial) say(strings.partial.replace('%', String(found.total)));
      else say(found.total === 1 ? strings.foundOne : strings.found.replace('%', String(found.total)));
    } catch (error) {
      if (asking !== asked) return;
      list.replaceChildren();
      show([]);
      choose(-1);
      fail(error);
    } finally {
      clearTimeout(waiting);
      if (asking === asked) list.dataset.query = query; // lets verification and tests wait for results
    }
  };

  const label = (): void => {
    input.placeholder = strings.search;
    input.setAttribute('aria-label', strings.search);
    dialog.setAttribute('aria-label', strings.search);
    list.setAttribute('aria-label', strings.results);
    close.title = strings.close; // the accessible name is the visible text (WCAG 2.5.3)
    keys.textContent = strings.keys;
  };

  input.addEventListener('input', () => void ask());
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const option = options()[chosen];
    if (event.key === 'ArrowDown') {
      const isLast = chosen === options().length - 1;
      if (isLast) void readMore().then(() => choose(chosen + 1));
      else choose(chosen + 1);
    } else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter' && option) {
      if (event.ctrlKey || event.metaKey) window.open(option.href);
      else option.click();
    } else return;
    event.preventDefault();
  });
  list.addEventListener('mousemove', (event) => {
    const link = (event.target as Element).closest('a');
    if (link) choose(options().indexOf(link));
  });
  list.addEventListener('mousedown', (event) => event.preventDefault()); // keeps the focus in the field
  list.addEventListener('click', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close(); // the link may stay on this page
  });
  list.addEventListener('scroll', () => {
    if (list.scrollTop + list.clientHeight > list.scrollHeight - 100) void readMore();
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close(); // on the backdrop
  });

  const prepare = load('start').then(
    (start) => {
      strings = (start as { strings?: Record<string, Strings> }).strings?.[language] ?? ENGLISH;
      label();
      if (input.value === '') say(strings.hint);
    },
    () => {}, // the search itself reports it
  );
  void prepare;
  label();
  say(strings.hint);

  return (query) => {
    if (!host.isConnected) document.body.append(host);
    for (const [name, value] of Object.entries(pageColours())) host.style.setProperty(name, value);
    host.style.setProperty('--font', getComputedStyle(document.body).fontFamily);
    host.dir = getComputedStyle(document.body).direction;
    if (!dialog.open) dialog.showModal();
    if (query) input.value = query;
    input.focus();
    input.setSelectionRange(query ? input.value.length : 0, input.value.length);
    if (query) void ask();
  };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function setAttributes(of: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) of.setAttribute(name, value);
}

/** Returns the heading, unless it repeats the title of the page, and the text. */
function sectionLines({ heading, text }: ShownSection, title: Marked): HTMLElement[] {
  const isNew = plain(heading) !== '' && plain(heading) !== plain(title);
  return [...(isNew ? [line('heading', heading)] : []), line('text', text)];
}

function line(kind: string, text: Marked): HTMLElement {
  const made = element('span');
  made.className = kind;
  made.append(...text.map((piece, index) => (index % 2 === 1 ? element('mark', piece) : piece)));
  return made;
}

function plain(text: Marked): string {
  return text.join('');
}
