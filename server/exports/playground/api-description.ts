const FILES = /\.(json|ya?ml)$/i;
const TYPES = /\b(json|ya?ml)\b/i;

/** Whether it is worth reading: what a page fetches may be anything. */
export function mayBeApiDescription(place: string, contentType: string): boolean {
  return FILES.test(place.replace(/\?.*$/s, '')) || TYPES.test(contentType);
}

/**
 * Whether a text describes an API: an OpenAPI document names its version in the field `openapi` (4.8.1 of OpenAPI 3.1), one of
 * version 2 in `swagger`, an AsyncAPI document in `asyncapi`. In JSON or YAML.
 */
export function isApiDescription(text: string): boolean {
  return /^\s*\{/.test(text)
    ? /"(?:openapi|swagger|asyncapi)"\s*:\s*"\d/.test(text)
    : /^["']?(?:openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/m.test(text);
}
