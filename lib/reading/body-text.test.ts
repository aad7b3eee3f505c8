import { describe, expect, it } from 'vitest';
import { valueText } from '../findings/value-text.ts';
import { parseXml } from '../wire/xml/parse.ts';
import { allText, bodyMessage } from './body-text.ts';

const textOf = (body: string) => valueText(bodyMessage(body));

const STYLE = `<style>${'body {font-family:"Verdana";} '.repeat(60)}</style>`;

/** A page of ASP.NET 4 with customErrors off, as it writes one. */
function aspNetPage(title: string, exception: string, label = 'Exception Details'): string {
  return `<!DOCTYPE html>\r\n<html>\r\n    <head>\r\n        <title>${title}</title>\r\n        ${STYLE}\r\n    </head>\r\n    <body bgcolor="white">\r\n            <span><H1>Server Error in '/' Application.<hr width=100% size=1 color=silver></H1>\r\n            <h2> <i>${title}</i> </h2></span>\r\n            <b> Description: </b>ASP.NET has detected data in the request.\r\n            <br><br>\r\n            <b> ${label}: </b>${exception}<br><br>\r\n            <b>Source Error:</b> <br><br>\r\n    </body>\r\n</html>\r\n<!-- \r\n[${exception}]\r\n   at System.Web.HttpRequest.ValidateString(String value)\r\n-->`;
}

const DANGEROUS =
  'A potentially dangerous Request.Form value was detected from the client (Message=&quot;&lt;b...&quot;).';

describe('the text of an HTML page', () => {
  it.each([
    [
      'the exception of ASP.NET',
      aspNetPage(DANGEROUS, `System.Web.HttpRequestValidationException: ${DANGEROUS}`),
      'System.Web.HttpRequestValidationException: A potentially dangerous Request.Form value was detected from the client (Message="<b...").',
    ],
    [
      'the exception where the server speaks Turkish',
      aspNetPage('Sorgu çok uzun.', 'System.Web.HttpException: Sorgu çok uzun.', 'Özel Durum Ayrıntıları'),
      'System.Web.HttpException: Sorgu çok uzun.',
    ],
    [
      'title and headings of ASP.NET with custom errors',
      "<html><head><title>Runtime Error</title></head><body><span><H1>Server Error in '/live' Application.<hr width=100%></H1><h2> <i>Runtime Error</i> </h2></span></body></html>",
      "Runtime Error; Server Error in '/live' Application.",
    ],
    [
      'what IIS tells of a missing file',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html><head><title>404 - File or directory not found.</title></head><body><div id="header"><h1>Server Error</h1></div><h2>404 - File or directory not found.</h2><h3>The resource you are looking for might have been removed.</h3></body></html>',
      '404 - File or directory not found.; Server Error; The resource you are looking for might have been removed.',
    ],
    [
      'nginx, whose title is its heading',
      '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx/1.22.1</center>',
      '413 Request Entity Too Large',
    ],
    [
      'Apache, whose title says more than its heading',
      '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n<p>The requested URL was not found.</p></body></html>',
      '404 Not Found',
    ],
    [
      'a page without a title',
      '<html><body><script>let x = 1;</script><p>Come back\n later</p>',
      'Come back later',
    ],
    [
      'a page without its end, comments and scripts',
      '<html><p class="a">Come<!-- not -->back<script >let x = 1;</script ><b>&lt;later&gt;</b>&#x10ffff;<!-- no end',
      'Come back <later> \u{10FFFF}',
    ],
    [
      'headings with attributes, of which the first four count',
      '<h1 class="a">1</h1><h2>2</h2><h3\n>3</h3 ><h4>4</h4><h1>5</h1>',
      '1; 2; 3; 4',
    ],
    [
      'references of every kind',
      '<title>&#304;&#x15F;&amp;&nbsp;&apos;&eacute;&#0;&#x110000;&#9;&#12x;</title>',
      "İş& '&eacute;&#0;&#x110000; &#12x;",
    ],
  ])('is %s', (_what, page, text) => {
    expect(textOf(page)).toBe(`HTML page: ${text}`);
  });

  it('is short, and found at once, however long the page is', () => {
    expect(textOf(`<title>${'x'.repeat(500)}</title>`)).toBe(`HTML page: ${'x'.repeat(160)}…`);
    expect(textOf('<h1'.repeat(100_000))).toMatch(/^HTML page: /);
    expect(textOf(`<html>${'>A.'.repeat(100_000)}`)).toMatch(/^HTML page: /);
  });
});

describe('the text of a body that is no page', () => {
  it.each([
    ['Missing parameter: Originator.\r\n', 'Missing parameter: Originator.'],
    [
      'System.InvalidOperationException: Missing parameter: KeyID.\r\n   at System.Web.Services.Protocols.ValueCollectionParameterReader.Read(NameValueCollection collection)\r\n',
      'System.InvalidOperationException: Missing parameter: KeyID.',
    ],
    [
      'System.InvalidOperationException: Eksik parametre: KeyID.\r\n   konum: System.Web.Services.Protocols.HttpServerProtocol.ReadParameters()\r\n',
      'System.InvalidOperationException: Eksik parametre: KeyID.',
    ],
    ['{"error":\n "look at (this)"}', '{"error": "look at (this)"}'],
    [' \n ', ''],
  ])('is its first line where a stack trace follows, and all of it elsewhere: %j', (body, text) => {
    expect(textOf(body)).toBe(text);
  });
});

it.each([
  ['on one line', ' \n1  <b>2<c>3</c></b>\t4<d/> ', '1 2 3 4'],
  ['told apart, also behind an element', '0<b>1</b>2<b/>3', '0 1 2 3'],
  ['whole where it is just not too long', 'x'.repeat(160), 'x'.repeat(160)],
  ['cut where it grows long', 'x'.repeat(161), `${'x'.repeat(160)}…`],
  ['looked for behind much white space', `${' '.repeat(49_998)}x`, 'x'],
  ['not looked for behind more', `${' '.repeat(50_001)}x`, ''],
])('all text of an element is %s', (_, inside, text) => {
  const reading = parseXml(`<a>${inside}</a>`);
  if (reading.kind !== 'document') throw new Error(reading.kind);
  expect(allText(reading.root)).toBe(text);
});
