import { randomBytes } from 'node:crypto';

/**
 * The analytics of a page of Allure, which it has no switch for: a page that holds what a live target said must not
 * ask a third party for a script when it is opened.
 */
const ANALYTICS =
  /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[\s\S]*?<\/script>/;

/**
 * Makes links of requirements, and of the page of all of them among the metadata: Allure makes one only of what has a
 * scheme and a host, which a page beside it does not have. It moves the text that Allure goes on to write to, so that a
 * link follows its text.
 */
const LINKS = `
  const lead = (last, hrefOf) => {
    const text = last?.firstChild;
    if (!last || last.localName === 'a' || !text) return;
    const link = last.querySelector('a') ?? document.createElement('a');
    link.href = hrefOf(last.textContent);
    link.target = '_blank';
    link.rel = 'noopener';
    link.style.color = 'inherit';
    if (link.isConnected) return;
    link.append(text);
    last.append(link);
  };
  const all = (id) => document.querySelectorAll('[data-testid="' + id + '"]');
  const watched = { subtree: true, childList: true, characterData: true };
  const observer = new MutationObserver(() => {
    for (const row of all('test-result-meta-link'))
      lead(row.lastElementChild, (name) => '../requirements.html#' + encodeURIComponent(name));
    for (const value of all('metadata-item-value'))
      if (value.textContent === 'requirements.html') lead(value.querySelector('span'), (name) => '../' + name);
    observer.takeRecords();
  });
  observer.observe(document.body, watched);
`;

/**
 * A page of Allure as it is given to people: it asks nobody for anything, no script runs that did not stand in it when
 * it was built, and its requirements lead to the page of requirements beside it.
 * @throws Error where the page has analytics in a form that is not known
 */
export function finishedPage(stock: string): string {
  const quiet = stock.replace(ANALYTICS, '');
  if (quiet.includes('src="https://www.googletagmanager')) {
    throw new Error(
      'the page of Allure has analytics in a form that is not known, and they cannot be taken out',
    );
  }
  // Data stands in it as base64, so every tag is one of the page itself.
  const nonce = randomBytes(16).toString('base64');
  return quiet
    .replace('</body>', () => `<script>${LINKS}</script>\n</body>`)
    .replace(/<script(?=[\s>])/g, `<script nonce="${nonce}"`)
    .replace('<meta charset="utf-8">', (charset) => `${charset}\n    ${policy(nonce)}`);
}

/** Nothing is loaded but what the page holds, and what a target wrote into it can run nothing. */
function policy(nonce: string): string {
  const sources = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline' data:",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    'connect-src data: blob:',
    'frame-src blob:',
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${sources.join('; ')}">`;
}
