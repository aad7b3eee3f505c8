/** What is used of libxmljs2, which is optional, so that its own types may be missing. */
declare module 'libxmljs2' {
  interface Document {
    /** @throws Error when the schema is not usable */
    validate(schema: Document): boolean;
    readonly validationErrors: readonly Error[];
  }
  const libxml: { parseXml(text: string, options: { readonly nonet: true }): Document };
  export = libxml;
}
