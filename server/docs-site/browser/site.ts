/**
 * Script of every page, classic and loaded in the head: theme, tabs, menus, copy buttons, table of contents and
 * playgrounds. All content is readable without it. It stores only the theme and the label of the last chosen tab.
 */
const root = document.documentElement;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser may deny storage to pages opened from files
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then applies to this page only.
  }
}

function isDark(): boolean {
  const initial = root.dataset.theme;
  const chosen = root.dataset.themeStrict ? null : stored('docs-theme');
  if (chosen === 'dark' || chosen === 'light') return chosen === 'dark';
  return initial === 'dark' || (initial === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

root.classList.add('js');
root.classList.toggle('dark', isDark());

function all<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T[] {
  return [...within.querySelectorAll<T>(selector)];
}

function operateTheme(): void {
  for (const button of all('.theme-button')) {
    button.addEventListener('click', () => {
      const dark = root.classList.toggle('dark');
      store('docs-theme', dark ? 'dark' : 'light');
    });
  }
}

type TabSet = Readonly<{ set: HTMLElement; tabs: HTMLElement[] }>;

function select({ set, tabs }: TabSet, chosen: HTMLElement): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    if (panel && set.contains(panel)) panel.toggleAttribute('data-active', isChosen);
  }
}

/** Sets up tabs by the pattern of the ARIA Authoring Practices. Sets with the same label change together. */
function operateTabs(): void {
  const sets: TabSet[] = all('.tab-set').map((set) => {
    const list = [...set.children].find((child) => child.classList.contains('tab-list'));
    return { set, tabs: list ? all('[role=tab]', list) : [] };
  });
  const choose = (from: TabSet, tab: HTMLElement): void => {
    const top = tab.getBoundingClientRect().top;
    select(from, tab);
    if (!from.set.dataset.sync) return;
    const label = tab.textContent ?? '';
    for (const other of sets) {
      const same = other.set.dataset.sync ? other.tabs.find((one) => one.textContent === label) : undefined;
      if (other !== from && same) select(other, same);
    }
    store('docs-tab', label);
    scrollBy(0, tab.getBoundingClientRect().top - top);
  };
  const remembered = stored('docs-tab');
  for (const one of sets) {
    const same = one.set.dataset.sync ? one.tabs.find((tab) => tab.textContent === remembered) : undefined;
    if (same) select(one, same);
    one.tabs.forEach((tab, index) => {
      tab.addEventListener('click', () => choose(one, tab));
      tab.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const place =
          event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? one.tabs.length - 1
              : step === undefined
                ? undefined
                : (index + step + one.tabs.length) % one.tabs.length;
        const next = place === undefined ? undefined : one.tabs[place];
        if (!next) return;
        event.preventDefault();
        choose(one, next);
        next.focus();
      });
    });
  }
}

/** Opens the closed panels and boxes around the target of the address's fragment. */
function openTarget(): void {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // Use it undecoded.
  }
  const target = id === '' ? null : document.getElementById(id);
  if (!target) return;
  for (let element: HTMLElement | null = target; element; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement) element.open = true;
    if (element.classList.contains('tab-panel'))
      document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.click();
  }
  target.scrollIntoView();
}

function operateCopying(): void {
  for (const button of all('button.copy')) {
    button.addEventListener('click', () => {
      const from = button.closest('.code-block, .prompt')?.querySelector('pre, .prompt-text > div');
      void copyText(from?.textContent ?? '').then((done) => {
        button.dataset.state = done ? 'copied' : 'failed';
        setTimeout(() => delete button.dataset.state, 1500);
      });
    });
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The Clipboard API is not available in pages opened from files or over plain HTTP.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

function operateMenus(): void {
  const button = document.querySelector<HTMLElement>('.menu-button');
  const close = (): void => {
    root.classList.remove('menu-open');
    button?.setAttribute('aria-expanded', 'false');
  };
  button?.addEventListener('click', () =>
    button.setAttribute('aria-expanded', String(root.classList.toggle('menu-open'))),
  );
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    for (const open of all<HTMLDetailsElement>('details.switcher[open]'))
      if (!open.contains(target)) open.open = false;
    if (!target?.closest('#sidebar, .menu-button')) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    close();
    for (const open of all<HTMLDetailsElement>('details.switcher[open]')) {
      open.open = false;
      open.querySelector('summary')?.focus();
    }
  });
  document
    .querySelector('.banner-dismiss')
    ?.addEventListener('click', () => document.getElementById('banner')?.remove());
}

/** Marks the current section in the table of contents. */
function followReading(): void {
  const links = all<HTMLAnchorElement>('#table-of-contents a');
  const targets = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = (): void => {
    let current = 0;
    targets.forEach((target, index) => {
      if (target && target.getBoundingClientRect().top < 140) current = index;
    });
    links.forEach((link, index) => {
      if (index === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  if (links.length === 0) return;
  addEventListener('scroll', mark, { passive: true });
  mark();
}

/**
 * Sends the request described by a playground form and shows the response. In a bundle, the exporter decides where
 * requests go.
 */
function operatePlaygrounds(): void {
  for (const form of all<HTMLFormElement>('form.api-playground')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const output = form.querySelector('output');
      if (!output) return;
      output.textContent = 'Waiting for a response…';
      answerOf(form).then(
        (text) => {
          output.textContent = text;
        },
        (error: Error) => {
          output.textContent = `There was no response: ${error.message}`;
        },
      );
    });
  }
}

async function answerOf(form: HTMLFormElement): Promise<string> {
  const { method = 'GET', type } = form.dataset;
  let address = form.dataset.url ?? '';
  const query = new URLSearchParams();
  const headers = new Headers();
  let body: string | undefined;
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '') continue;
    const [place = '', key = ''] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
    if (name === 'body') body = value;
    else if (place === 'path') address = address.replace(`{${key}}`, encodeURIComponent(value));
    else if (place === 'query') query.append(key, value);
    else if (place === 'header') headers.set(key, value);
  }
  if (body !== undefined && type) headers.set('Content-Type', type);
  if (query.size > 0) address += `?${query}`;
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  const response = await fetch(address, { method, headers, ...(hasBody && { body: body as string }) });
  const text = await response.text();
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: show it unchanged.
  }
  return `${response.status} ${response.statusText}\n\n${shown}`;
}

function start(): void {
  operateTheme();
  operateTabs();
  operateCopying();
  operateMenus();
  operatePlaygrounds();
  followReading();
  openTarget();
  addEventListener('hashchange', openTarget);
  showCurrentPage();
}

/**
 * Scrolls only the sidebar. After scrollIntoView(), the first press of Tab would start from the current page's link.
 */
function showCurrentPage(): void {
  const sidebar = document.getElementById('sidebar');
  const current = sidebar?.querySelector('[aria-current=page]');
  if (!sidebar || !current) return;
  const below = current.getBoundingClientRect().top - sidebar.getBoundingClientRect().top;
  sidebar.scrollTop += below - sidebar.clientHeight / 2;
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
