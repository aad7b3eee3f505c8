import type { Masked } from '../../model/running/masked.ts';
import { ownText } from '../../secrets/mask.ts';
import { type Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';

/** A page of ours as one file: without a script, and a browser that opens it is not allowed to load anything. */
export function wholePage(title: Html, body: Html): Masked {
  return ownText(
    `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"/>
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
${body}
</body>
</html>`}\n`,
  );
}
