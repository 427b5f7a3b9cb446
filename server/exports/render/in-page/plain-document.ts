/**
 * Returns the document with its standard properties: named elements (`<img name="body">`) shadow properties of the same
 * name in every world (WHATWG HTML 3.1.6).
 */
export function plainDocument(): Document {
  return new Proxy(document, {
    get: (target, name) => {
      const value = Reflect.get(Document.prototype, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
