/**
 * Makes a repository's components interactive. The code that rendered a component at build time
 * (sandbox/page-script.ts) renders it again and replaces its initial state, which is restored if that code fails.
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

/** Root of the site, derived from the script's own address, since pages may be opened from files. */
const ROOT = new URL('..', (document.currentScript as HTMLScriptElement).src).href;

/**
 * Elements with the children written between a component's tags. Their nodes move to where the component shows them.
 */
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

/**
 * Returns a component that renders only its children, in place of one of the format. Components whose initial state
 * shows one of those are not started at all (`whyNotAtWork` in sandbox/page-script.ts).
 */
const plain = (name: string): Type =>
  Object.assign(({ children }: Props) => children as React.ReactNode, { displayName: name });

/**
 * Converts values in props and children to what Preact renders. `$slot` and `$element` come from the JSON of the page.
 */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(shown);
    return items.some((item, index) => item !== value[index]) ? items : value; // keeps the identity for effects
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

/** Resolves root-relative addresses against the root of the site, which may differ from that of the host. */
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
    Suspense: Fragment, // nothing loads lazily: code with import() is never started
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

/** Returns a component whose parts, such as `<Tree.Folder>`, are components too. */
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
