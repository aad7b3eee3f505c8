import type { SchemaEngineName } from '../../../model/judging/evidence.ts';

/** Validates an XML document without a DOCTYPE; returns libxml2's messages, none when it is valid. */
export type SchemaValidator = (document: string) => readonly string[];

/** An implementation of XML Schema 1.0. Both are libxml2, so that both find the same in the same words. */
export interface SchemaEngine {
  readonly name: SchemaEngineName;
  /** @throws Error when the schema itself is not usable */
  readonly compile: (schema: string) => SchemaValidator;
}

let chosen: Promise<SchemaEngine> | undefined;

/** Returns the engine of this process: libxmljs2 where it works, because it is faster, and libxml2-wasm elsewhere. */
export function schemaEngine(): Promise<SchemaEngine> {
  chosen ??= loadNative().catch(loadWasm);
  return chosen;
}

/** Loads libxmljs2; fails where it is not installed, or was built for another version of Node. */
export async function loadNative(): Promise<SchemaEngine> {
  const { default: libxml } = await import('libxmljs2');
  const parse = (text: string) => libxml.parseXml(text, { nonet: true });
  return {
    name: 'libxmljs2',
    compile: (text) => {
      // libxml2 2.9 reads the ampersand of an xmlns as `&#38;` and that of any other attribute as `&`: written the same
      // here, the two are equal.
      const quirk = (attribute: string) => attribute.replaceAll('&amp;', '&amp;#38;');
      const schema = parse(text.replace(/ targetNamespace="[^"]*"/, quirk));
      // It compiles a schema whenever it validates.
      schema.validate(schema);
      return (source) => {
        // Our own writing, within the limits of libxml2, so it is never refused.
        const document = parse(source);
        document.validate(schema);
        return firstMessages(document.validationErrors).map((message) => message.replaceAll('&#38;', '&'));
      };
    },
  };
}

export async function loadWasm(): Promise<SchemaEngine> {
  const { ParseOption, XmlDocument, XmlValidateError, XsdValidator } = await import('libxml2-wasm');
  // Without this option, a namespace name that is no URI is an error.
  const parse = (text: string) => XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NOERROR });
  return {
    name: 'libxml2-wasm',
    compile: (text) => {
      // The schema points into its document, which libxml2-wasm would free with the last reference to it.
      const document = parse(text);
      const schema = { document, validator: XsdValidator.fromDoc(document) };
      return (source) => {
        const document = parse(source);
        try {
          schema.validator.validate(document);
          return [];
        } catch (error) {
          if (!(error instanceof XmlValidateError)) throw error;
          return firstMessages(error.details);
        } finally {
          document.dispose();
        }
      };
    },
  };
}

/** Returns the local name of the element that a message of libxml2 is about. */
export function elementOf(message: string): string | undefined {
  return /Element '\{[^}]*\}([^']+)'/.exec(message)?.[1];
}

/** Errors of the validator that are passed on: a single error is enough, and each costs as much as its element. */
const MOST_ERRORS = 1_000;

function firstMessages(errors: readonly { readonly message: string }[]): readonly string[] {
  return errors.slice(0, MOST_ERRORS).map(({ message }) => message.trim());
}
