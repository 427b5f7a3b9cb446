/**
 * Brings components of a repository to life: each is drawn again, by the code that drew it when the site was made
 * (sandbox/page-script.ts), in place of how it begins, which comes back where that code fails.
 */
import { options } from 'preact';
import type * as React from 'preact/compat';
import {
  Children,
  Component,
  cloneElement,
  createContext,
  createElement,
  createRef,
  Fragment,
  flushSync,
  forwardRef,
  isValidElement,
  memo,
  PureComponent,
  render,
  startTransition,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'preact/compat';

type Props = Record<string, unknown>;
type Type = React.ComponentType<Props> | string;
type Scope = Record<string, unknown>;
type MakeModule = (exports: Scope, require: (source: string) => unknown) => void;
type Define = (file: string, make: MakeModule, targets: Record<string, string>) => void;
type PageCode = (
  scope: Scope,
  define: Define,
  load: (file: string) => Scope,
  page: (file: string) => Type,
) => readonly (() => unknown)[];

declare global {
  interface Window {
    docsComponents: (code: PageCode) => void;
  }
}

/** Root of the site: pages opened from files have addresses of files. */
const ROOT = new URL('..', (document.currentScript as HTMLScriptElement).src).href;

/** Parts of the page that stand between the tags of a component: the elements move to where it shows them. */
let slots: readonly HTMLElement[] = [];

function Slot({ element }: Readonly<{ element: HTMLElement | undefined }>): React.ReactNode {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (element) place.current?.append(...element.childNodes);
    const here = place.current;
    return () => {
      if (here) element?.append(...here.childNodes);
    };
  }, [element]);
  return createElement(element?.localName ?? 'div', { ref: place, className: 'live-slot' });
}

/** Components of the format show what is in them: pages that start with one keep it as it was drawn. */
const plain = (name: string): Type =>
  Object.assign(({ children }: Props) => children as React.ReactNode, { displayName: name });

/** What code makes as values: texts and elements, and what JSON of the page's text stands for. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(shown);
    return items.some((item, index) => item !== value[index]) ? items : value; // effects compare lists
  }
  if (typeof value !== 'object' || value === null) return value;
  if ('$slot' in value) return createElement(Slot, { key: 'slot', element: slots[Number(value.$slot)] });
  if ('$element' in value && typeof value.$element === 'string') {
    const { $element, props, children } = value as { $element: string; props?: Props; children?: unknown };
    return create(/^[a-z]/.test($element) ? $element : plain($element), props ?? null, children);
  }
  return value;
}

function create(type: Type, props: Props | null, ...children: unknown[]): React.ReactElement {
  const given = Object.fromEntries(Object.entries(props ?? {}).map(([key, value]) => [key, shown(value)]));
  return createElement(type, given, ...(children.map(shown) as React.ReactNode[]));
}

/** Addresses from the root of the site, which need not be that of the host. */
const before = options.vnode;
options.vnode = (vnode) => {
  const props = vnode.props as Props;
  if (typeof vnode.type === 'string')
    for (const name of ['href', 'src'])
      if (typeof props[name] === 'string') props[name] = addressOf(props[name]);
  before?.(vnode);
};

function addressOf(address: string): string {
  if (!/^\/(?!\/)/.test(address)) return address;
  const [, path = '', rest = ''] = /^\/([^?#]*)(.*)$/s.exec(address) ?? [];
  if (location.protocol !== 'file:' || /\.\w+$/.test(path)) return ROOT + path + rest;
  return `${ROOT}${path.replace(/\/$/, '') || 'index'}.html${rest}`;
}

class Guard extends Component<{ fail: () => void; children?: React.ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.warn('A component on this page failed and is shown in its initial state:', error);
    this.props.fail();
  }

  override render(): React.ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

function bringToLife(root: HTMLElement, make: () => unknown): void {
  const first = [...root.childNodes];
  slots = [...root.querySelectorAll<HTMLElement>('.live-slot')].filter(
    (slot) => slot.parentElement?.closest('.live') === root,
  );
  const live = document.createElement(root.tagName);
  live.className = 'live';
  const Start = (): React.ReactNode => make() as React.ReactNode;
  const fail = (): void => root.replaceChildren(...first);
  root.replaceChildren(live);
  render(createElement(Guard, { fail }, createElement(Start, null)), live);
}

function scopeOf(): Scope {
  const react = {
    Children,
    Component,
    cloneElement,
    createContext,
    createElement: create,
    createRef,
    Fragment,
    flushSync,
    forwardRef,
    isValidElement,
    memo,
    PureComponent,
    startTransition,
    StrictMode: Fragment,
    Suspense: Fragment, // nothing is loaded late: code with import() does not come here
    useCallback,
    useContext,
    useDebugValue,
    useDeferredValue,
    useEffect,
    useId,
    useImperativeHandle,
    useInsertionEffect,
    useLayoutEffect,
    useMemo,
    useReducer,
    useRef,
    useState,
    useSyncExternalStore,
    useTransition,
  };
  return { ...react, React: react, h: create };
}

const scope = new Proxy(scopeOf(), {
  get: (names, name: string) => (names[name] ??= withParts(name)),
});

/** `<Tree.Folder>` is a part of `<Tree>`. */
function withParts(name: string): unknown {
  return new Proxy(plain(name) as object, {
    get: (target, key) =>
      typeof key === 'string' && /^[A-Z]/.test(key) ? plain(`${name}.${key}`) : Reflect.get(target, key),
  });
}

function run(code: PageCode): void {
  const modules = new Map<string, { make: MakeModule; targets: Record<string, string> }>();
  const loaded = new Map<string, Scope>();
  const load = (file: string): Scope => {
    const known = loaded.get(file);
    if (known) return known;
    const exports: Scope = {};
    loaded.set(file, exports);
    const { make, targets } = modules.get(file) ?? { make: () => {}, targets: {} };
    make(exports, (source) =>
      source === 'react'
        ? { default: scope.React, __esModule: true, ...(scope.React as Scope) }
        : load(targets[source] ?? ''),
    );
    return exports;
  };
  const define: Define = (file, make, targets) => modules.set(file, { make, targets });
  const started = code(scope, define, load, plain);
  const start = (): void => {
    for (const root of document.querySelectorAll<HTMLElement>('.live[data-live]')) {
      const make = started[Number(root.dataset.live)];
      if (make) bringToLife(root, make);
    }
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}

window.docsComponents = run;
