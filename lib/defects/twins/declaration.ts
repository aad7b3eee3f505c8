import { written } from './markup.ts';
import type { Twin } from './twin.ts';

const grammar = 'XML 1.0 §2.8 and §4.3.3: the XML declaration and its encoding name';
const mark = 'XML 1.0 §4.3.3, RFC 7303 §3.3: UTF-8 may begin with a byte order mark';
const bom = '\uFEFF';

const forms = [
  ['declaration-absent', 'There is no XML declaration', grammar, ''],
  ['declaration-with-mark', 'A byte order mark stands before the declaration', mark, `${bom}$&`],
  ['mark-without-declaration', 'A byte order mark stands in place of the declaration', mark, bom],
  [
    'standalone-yes',
    'The document is standalone',
    grammar,
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
  ],
  [
    'standalone-no',
    'The document is not standalone',
    grammar,
    '<?xml version="1.0" encoding="utf-8" standalone="no"?>',
  ],
  [
    'declaration-single-quotes',
    'The declaration has single quotes',
    grammar,
    "<?xml version='1.0' encoding='utf-8'?>",
  ],
  [
    'declaration-upper-case',
    'The encoding is named in upper case',
    grammar,
    '<?xml version="1.0" encoding="UTF-8"?>',
  ],
  ['declaration-without-encoding', 'The declaration names no encoding', grammar, '<?xml version="1.0"?>'],
  [
    'declaration-spaced',
    'White space stands wherever the declaration allows it',
    grammar,
    '<?xml\n version = "1.0"\t encoding\r\n=\n"utf-8"  ?>\n\n',
  ],
] as const;

/** Equal ways to begin a document. */
export const declarationTwins: readonly Twin[] = forms.map(([id, title, because, declaration]) => ({
  id,
  title,
  because,
  ...written((text) => text.replace(/^<\?xml.*?\?>/, declaration)),
}));
