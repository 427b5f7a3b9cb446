import { z } from 'zod';

/**
 * An object whose unknown fields are ignored. That is for what programs send that were written for the platform: the
 * documented calls and the compatible editions (docs/decisions/0053), as published clients may send fields that this API
 * does not know. Everything else is a `z.strictObject`, which refuses unknown fields by name (validate.ts); links take
 * any parameters, as whoever passes them on may add some.
 */
export function ignoringUnknownFields<T extends z.ZodRawShape>(shape: T): z.ZodObject<T, z.core.$strip> {
  return z.object(shape);
}
