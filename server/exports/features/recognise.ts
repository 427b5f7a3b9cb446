import fs from 'node:fs';
import { z } from 'zod';
import type { Script } from '../parse/page.ts';
import { type Feature, type FeaturePolicy, features } from './policy.ts';

/** One entry of vendors.json: how the parts of a vendor's service look in a page. */
const vendorSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  feature: z.enum(features),
  /** Hosts that scripts, styles, frames and pixels come from; subdomains included. */
  hosts: z.array(z.string()).default([]),
  /** File names of scripts that sites serve from their own host (`docsearch.min.js`). */
  files: z.array(z.string()).default([]),
  /** Text that only this vendor's inline scripts hold: a global it sets or calls. */
  globals: z.array(z.string()).default([]),
  /** Elements that the vendor's script fills or that call it; all given parts must match. */
  elements: z
    .array(
      z.strictObject({
        element: z.string().optional(),
        id: z.string().optional(),
        class: z.string().optional(),
        attribute: z.string().optional(),
        /** Beginning of the attribute's value. */
        value: z.string().optional(),
      }),
    )
    .default([]),
  /** CSS selectors of controls that the vendor's script draws into the page: hidden when the feature is off. */
  hide: z.array(z.string()).default([]),
});

export type Vendor = z.infer<typeof vendorSchema>;

export type Recogniser = Readonly<{
  /** The vendor whose host a URL leads to. */
  byUrl: (url: URL) => Vendor | undefined;
  /** The vendor that a script belongs to, by where it comes from or what it holds. */
  byScript: (script: Script, text: string, base: string) => Vendor | undefined;
  /** For scanPage: the id of the vendor whose element this is. */
  marker: (element: string, attribute: (name: string) => string | undefined) => string | undefined;
  vendor: (id: string) => Vendor | undefined;
  keeps: (feature: Feature) => boolean;
}>;

/** Reads the data file of known vendors. @throws ZodError when the file does not have its form */
export function readVendors(): readonly Vendor[] {
  const file = new URL('./vendors.json', import.meta.url);
  return z.array(vendorSchema).parse(JSON.parse(fs.readFileSync(file, 'utf8')));
}

export function recogniser(vendors: readonly Vendor[], policy: FeaturePolicy): Recogniser {
  const hosts = new Map(vendors.flatMap((vendor) => vendor.hosts.map((host) => [host, vendor] as const)));
  const files = new Map(vendors.flatMap((vendor) => vendor.files.map((file) => [file, vendor] as const)));
  const globals = vendors.flatMap((vendor) => vendor.globals.map((text) => [text, vendor] as const));
  const byId = new Map(vendors.map((vendor) => [vendor.id, vendor]));
  const rules = vendors.flatMap((vendor) => vendor.elements.map((rule) => ({ vendor, rule })));

  const byUrl = (url: URL): Vendor | undefined => {
    for (let host = url.hostname; host.includes('.'); host = host.slice(host.indexOf('.') + 1)) {
      const vendor = hosts.get(host);
      if (vendor) return vendor;
    }
    return undefined;
  };

  return {
    byUrl,
    byScript: (script, text, base) => {
      if (script.src !== undefined) {
        const url = URL.parse(script.src, base);
        const own = url && files.get(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
        return own || (url ? byUrl(url) : undefined);
      }
      if (/json|template|importmap/.test(script.type)) return undefined;
      const content = text.slice(script.content.start, script.content.end);
      return globals.find(([mark]) => content.includes(mark))?.[1];
    },
    marker: (element, attribute) => {
      const id = attribute('id');
      const classes = attribute('class')?.split(/\s+/) ?? [];
      const found = rules.find(
        ({ rule }) =>
          (rule.element === undefined || rule.element === element) &&
          (rule.id === undefined || rule.id === id) &&
          (rule.class === undefined || classes.includes(rule.class)) &&
          (rule.attribute === undefined || matches(attribute(rule.attribute), rule.value)),
      );
      return found?.vendor.id;
    },
    vendor: (id) => byId.get(id),
    keeps: (feature) => policy.kept[feature],
  };
}

function matches(actual: string | undefined, prefix: string | undefined): boolean {
  return actual !== undefined && (prefix === undefined || actual.startsWith(prefix));
}
