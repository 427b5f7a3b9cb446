/*
 * Runs in the sandbox before any code of a repository. Provides React's API as far as a single rendering without a
 * browser needs it: components are called once, hooks return their initial value, and effects and events never run.
 */
(() => {
  const notes = new Set();
  const used = new Set();
  const Fragment = builtIn('Fragment');

  function builtIn(name) {
    const component = () => null;
    component.$name = name;
    return component;
  }

  function h(type, props, ...children) {
    const given = { ...props };
    if (children.length > 0) given.children = children.length === 1 ? children[0] : children;
    delete given.key;
    delete given.ref;
    if (type === undefined || type === null) throw new Error('a component is not defined');
    if (typeof type === 'string') return element(type, given);
    if (typeof type.$name === 'string') {
      used.add(type.$name);
      return element(type.$name, given);
    }
    if (typeof type.$element === 'string') return h(builtIn(type.$element), given); // passed as a property
    if (type.$provider) return given.children ?? null;
    if (type.$inner) return h(type.$inner, given);
    if (typeof type !== 'function') throw new Error('what is used as a component is none');
    if (type.prototype && typeof type.prototype.render === 'function') return new type(given).render();
    return type(given);
  }

  function element(name, { children, ...props }) {
    return { $element: name, props, children };
  }

  const noted = (what) => notes.add(what);
  const value = (initial) => (typeof initial === 'function' ? initial() : initial);
  const items = (children) => (children === undefined || children === null ? [] : [children].flat(Infinity));
  const React = {
    createElement: h,
    Fragment,
    useState: (initial) => {
      noted('useState');
      return [value(initial), () => {}];
    },
    useReducer: (_reducer, initial, init) => {
      noted('useReducer');
      return [init ? init(initial) : initial, () => {}];
    },
    useEffect: () => noted('useEffect'),
    useLayoutEffect: () => noted('useLayoutEffect'),
    useInsertionEffect: () => {},
    useRef: (current) => ({ current }),
    useMemo: (make) => make(),
    useCallback: (call) => call,
    useId: () => 'id',
    useContext: (context) => context?.value,
    useTransition: () => [false, (call) => call()],
    useDeferredValue: (one) => one,
    useSyncExternalStore: (_subscribe, get, getServer) => (getServer ?? get)(),
    createContext: (initial) => {
      const context = { value: initial };
      context.Provider = { $provider: true };
      context.Consumer = ({ children }) => children(context.value);
      return context;
    },
    memo: (component) => ({ $inner: component }),
    forwardRef: (render) => (props) => render(props, null),
    lazy: () => () => null,
    isValidElement: (one) => typeof one === 'object' && one !== null && '$element' in one,
    cloneElement: (one, props, ...children) =>
      h(builtIn(one.$element), { ...one.props, children: one.children, ...props }, ...children),
    Children: {
      map: (children, call) => items(children).map(call),
      forEach: (children, call) => items(children).forEach(call),
      toArray: items,
      count: (children) => items(children).length,
      only: (children) => children,
    },
  };

  const modules = new Map();
  const loaded = new Map();
  globalThis.__define = (name, make, resolve) => modules.set(name, { make, resolve });
  /** Returns a value for a missing import that throws when used, so that code which does not use it still works. */
  const absent = (source) => {
    const fail = () => {
      throw new Error(`${/^[./]/.test(source) ? 'the file' : 'the package'} ${source} is not here`);
    };
    return new Proxy(fail, { get: (_target, key) => (key === '__esModule' ? undefined : fail()) });
  };
  globalThis.__load = (name) => {
    const known = loaded.get(name);
    if (known) return known;
    const module = modules.get(name);
    if (!module) throw new Error(`${name} cannot be loaded`);
    const exports = {};
    loaded.set(name, exports);
    const require = (source) => {
      if (source === 'react') return Object.assign({ default: React, __esModule: true }, React);
      const target = module.resolve[source];
      return target === undefined ? absent(source) : globalThis.__load(target);
    };
    try {
      module.make(exports, require);
    } catch (error) {
      loaded.delete(name); // loading it again throws the same error
      throw error;
    }
    return exports;
  };
  globalThis.__page = (file) => builtIn(`page:${file}`);
  globalThis.__builtIns = (names) => {
    for (const name of names) {
      const [first, second] = name.split('.');
      if (second) globalThis[first][second] = builtIn(name);
      else if (!(first in globalThis)) globalThis[first] = builtIn(name);
    }
  };
  globalThis.__json = (result) => {
    const text = JSON.stringify(result, (key, one) => {
      if (typeof one !== 'function') return typeof one === 'bigint' ? String(one) : one;
      if (/^on[A-Z]/.test(key)) noted(key);
      return typeof one.$name === 'string' ? { $element: one.$name } : undefined;
    });
    return JSON.stringify({ text: text ?? 'null', notes: [...notes].sort(), used: [...used].sort() });
  };
  globalThis.__forget = () => {
    notes.clear();
    used.clear();
  };
  Object.assign(globalThis, { h, React, Fragment, ...React });
  globalThis.console = { log() {}, warn() {}, error() {}, info() {}, debug() {} };
  Math.random = () => 0.5;
})();
