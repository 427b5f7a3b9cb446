import { type JsonSchema, nameOf } from './fields.ts';

/**
 * Returns an example value for a schema: its own example or default, otherwise one built from its parts. Objects get
 * their required fields only.
 */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.$ref) return exampleOf(schemas[nameOf(schema.$ref)] ?? {}, schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return exampleOf(first, schemas);
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const always = Object.entries(properties).filter(([name]) => required.includes(name));
      return Object.fromEntries(always.map(([name, value]) => [name, exampleOf(value, schemas)]));
    }
    case 'array':
      return schema.items ? [exampleOf(schema.items, schemas)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'string':
      return '…';
    default:
      return null;
  }
}
