/**
 * The document as the standard has it: elements with a name (`<img name="body">`) hide the properties of that name
 * in every world (WHATWG HTML 3.1.6).
 */
export function plainDocument(): Document {
  return new Proxy(document, {
    get: (target, name) => {
      const value = Reflect.get(Document.prototype, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
