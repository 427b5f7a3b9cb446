import { z } from 'zod';

/**
 * Creates an object schema that ignores unknown fields. Used for the documented calls and the compatible editions
 * (docs/decisions/0053), because existing clients of the platform may send fields that this API does not know.
 * Everything else is a `z.strictObject`, which refuses unknown fields by name (validate.ts). Links accept any
 * parameters, because services that forward them may add some.
 */
export function ignoringUnknownFields<T extends z.ZodRawShape>(shape: T): z.ZodObject<T, z.core.$strip> {
  return z.object(shape);
}
