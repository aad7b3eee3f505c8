import { describe, expect, it } from 'vitest';
import { finishedPage } from './allure-page.ts';

const stock = (analytics: string) => `<html><head>
    <meta charset="utf-8">
    <script>one()</script>
</head><body><script src="data:text/javascript;base64,eA=="></script>${analytics}</body></html>`;

const known =
  '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>\n    <script>gtag()</script>';

describe('a page of Allure', () => {
  it('asks no third party for a script, and lets none run but those that stand in it', () => {
    const page = finishedPage(stock(known));
    expect(page).not.toMatch(/googletagmanager|gtag/);
    const nonce = /script-src 'nonce-([^']+)'/.exec(page)?.[1];
    expect(nonce).toMatch(/^[\w+/]{20,}=*$/);
    expect(page.match(/<script/g)).toHaveLength(3);
    expect(page.split(`<script nonce="${nonce}"`)).toHaveLength(4);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'));
    expect(page).toContain("default-src 'none'");
  });

  it('has another nonce each time, so that no target can know it', () => {
    expect(finishedPage(stock(''))).not.toBe(finishedPage(stock('')));
  });

  it('is not given to anybody with analytics of a form that is not known', () => {
    const unknown = '<script src="https://www.googletagmanager.com/other.js"></script>';
    expect(() => finishedPage(stock(unknown))).toThrow(/analytics in a form that is not known/);
  });
});
