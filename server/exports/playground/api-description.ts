const FILES = /\.(json|ya?ml)$/i;
const TYPES = /\b(json|ya?ml)\b/i;

/** Whether a fetched file may be an API description and is worth reading. */
export function mayBeApiDescription(place: string, contentType: string): boolean {
  return FILES.test(place.replace(/\?.*$/s, '')) || TYPES.test(contentType);
}

/**
 * Whether a text is an API description: OpenAPI documents declare their version in `openapi` (4.8.1 of OpenAPI 3.1),
 * version 2 in `swagger`, AsyncAPI documents in `asyncapi`. JSON or YAML.
 */
export function isApiDescription(text: string): boolean {
  return /^\s*\{/.test(text)
    ? /"(?:openapi|swagger|asyncapi)"\s*:\s*"\d/.test(text)
    : /^["']?(?:openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/m.test(text);
}
