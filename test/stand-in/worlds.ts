/**
 * Scripts for the pages of the stand-in: the preload script runs in an isolated world, and what it exposes is rebuilt
 * in the world of the page. They communicate by events of the document, which are synchronous like calls over
 * Electron's bridge. Values are copied recursively, so that no object of one world is reachable from the other.
 */
export const WORLD = 'Electron Isolated Context';

/** Runs in both worlds. `out` and `inn` are the names of the outgoing and incoming events. */
const PEER = `
function peer(out, inn) {
  const own = new Map(), settlers = new Map();
  let last = 0, returned;
  const say = (detail) => document.dispatchEvent(new CustomEvent(out, { detail: JSON.stringify(detail) }));
  const refuse = () => { throw new TypeError('An object could not be cloned.'); };
  const files = (globalThis.__standInFiles ??= []);
  const encode = (value) => {
    if (value === undefined) return { u: 1 };
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return { v: value };
    if (typeof value === 'function') { own.set(++last, value); return { f: last }; }
    if (value instanceof Promise) {
      const id = ++last;
      value.then((result) => say({ k: 'settle', id, ok: encode(result) }), (error) => say({ k: 'settle', id, no: String(error?.message ?? error) }));
      return { p: id };
    }
    if (value instanceof File) {
      // Files are shared by the document: the other side takes the same object from an event of its own.
      document.dispatchEvent(new CustomEvent(out + ':file', { detail: value }));
      return { file: 1 };
    }
    if (Array.isArray(value)) return { a: value.map(encode) };
    const proto = Object.getPrototypeOf(value);
    if (proto !== Object.prototype && proto !== null) refuse();
    return { o: Object.entries(value).map(([key, one]) => [key, encode(one)]) };
  };
  let file;
  document.addEventListener(inn + ':file', (event) => { file = event.detail; });
  const call = (id, args) => {
    say({ k: 'call', id, args: args.map(encode) });
    const { r, x } = returned;
    if (x !== undefined) throw new Error(x);
    return decode(r);
  };
  const decode = (value) => {
    if ('u' in value) return undefined;
    if ('v' in value) return value.v;
    if ('f' in value) return (...args) => call(value.f, args);
    if ('p' in value) return new Promise((resolve, reject) => settlers.set(value.p, { resolve, reject }));
    if ('file' in value) return file;
    if ('a' in value) return value.a.map(decode);
    return Object.fromEntries(value.o.map(([key, one]) => [key, decode(one)]));
  };
  let offered = () => {}, asked = () => {};
  document.addEventListener(inn, (event) => {
    const message = JSON.parse(event.detail);
    if (message.k === 'call') {
      let result;
      try { result = { r: encode(own.get(message.id)(...message.args.map(decode))) }; }
      catch (error) { result = { x: String(error?.message ?? error) }; }
      say({ k: 'return', result });
    } else if (message.k === 'return') returned = message.result;
    else if (message.k === 'settle') {
      const settler = settlers.get(message.id);
      settlers.delete(message.id);
      if ('ok' in message) settler?.resolve(decode(message.ok)); else settler?.reject(new Error(message.no));
    } else if (message.k === 'offer') offered(message.name, decode(message.value));
    else if (message.k === 'hello') asked();
  });
  return { say, encode, onOffer: (hear) => { offered = hear; }, onHello: (hear) => { asked = hear; }, files };
}`;

/** World of the page: rebuilds what is exposed, once and frozen. */
export const PAGE_WORLD = `(() => {
  if (window !== top) return;
  ${PEER}
  const bridge = peer('stand-in:to-preload', 'stand-in:to-page');
  const freeze = (value) => { if (typeof value === 'object' && value !== null) { Object.values(value).forEach(freeze); Object.freeze(value); } return value; };
  bridge.onOffer((name, value) => {
    if (!(name in window)) Object.defineProperty(window, name, { value: freeze(value), enumerable: true });
  });
  bridge.say({ k: 'hello' });
})()`;

/**
 * World of the preload script, with the modules that a sandboxed one may require.
 * @param source the bundled script
 */
export function preloadWorld(source: string): string {
  return `(() => {
  if (window !== top) return;
  ${PEER}
  const bridge = peer('stand-in:to-page', 'stand-in:to-preload');
  const exposed = [];
  const offer = ([name, value]) => bridge.say({ k: 'offer', name, value });
  bridge.onHello(() => exposed.forEach(offer));
  const calls = new Map(), listeners = new Map();
  let last = 0;
  const cloneable = (value) => JSON.stringify(value, (_key, one) => {
    if (typeof one === 'function' || typeof one === 'symbol') throw new Error('An object could not be cloned.');
    return one;
  });
  globalThis.__standInReceive = (text) => {
    const message = JSON.parse(text);
    if (message.call !== undefined) {
      const { resolve, reject } = calls.get(message.call);
      calls.delete(message.call);
      if (message.error !== undefined) reject(new Error(message.error)); else resolve(message.result);
    } else for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({ sender: 'main' }, ...message.args);
  };
  const electron = {
    contextBridge: { exposeInMainWorld: (name, api) => { const one = [name, bridge.encode(api)]; exposed.push(one); offer(one); } },
    ipcRenderer: {
      invoke: (channel, ...args) => new Promise((resolve, reject) => {
        const call = ++last;
        calls.set(call, { resolve, reject });
        __standInSend(cloneable({ call, channel, args }));
      }),
      on: (channel, listener) => { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]); },
      off: (channel, listener) => { listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)); },
    },
    // Only the browser knows the path: the name that is given here is replaced on the way to the main process.
    webUtils: { getPathForFile: (file) => 'stand-in-file:' + (bridge.files.push(file) - 1) },
  };
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error('module not found: ' + name);
  };
  const module = { exports: {} };
  ((require, module, exports) => {
${source}
  })(require, module, module.exports);
})()`;
}
