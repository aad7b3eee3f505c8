/** For tests of pages: what a reader sees, as scripts that the browser runs. */

/** Texts whose colour stands out too little from what is behind them (WCAG 2.2 §1.4.3), with their ratio. */
export const FAINT_TEXTS = `(() => {
  const LEAST = 4.5;
  const probe = document.createElement('i');
  probe.style.background = 'Canvas';
  document.body.append(probe);
  const canvas = channels(getComputedStyle(probe).backgroundColor);
  probe.remove();
  function channels(color) {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
    return { r, g, b, a };
  }
  function over(top, below) {
    const mix = (key) => top[key] * top.a + below[key] * (1 - top.a);
    return { r: mix('r'), g: mix('g'), b: mix('b'), a: 1 };
  }
  function behind(element) {
    const layers = [];
    for (let one = element; one; one = one.parentElement) layers.push(channels(getComputedStyle(one).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), canvas);
  }
  function luminance({ r, g, b }) {
    const [x, y, z] = [r, g, b].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  }
  const faint = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.data.trim() === '') continue;
    seen += 1;
    const back = behind(text.parentElement);
    const front = over(channels(getComputedStyle(text.parentElement).color), back);
    const [dark, light] = [luminance(back), luminance(front)].sort((one, other) => one - other);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < LEAST) faint.add(text.parentElement.className + ' ' + text.data.slice(0, 40) + ' ' + ratio.toFixed(2));
  }
  return { faint: [...faint], seen };
})()`;

/** Opens whatever is folded, and gives how far the page can be scrolled sideways, in pixels. */
export const SIDEWAYS = `(() => {
  for (const folded of document.querySelectorAll('details')) folded.open = true;
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
})()`;

/** Elements whose content is wider than they are, by name: a reader sees only a part of it. */
export const CLIPPED = `[...document.querySelectorAll('*')]
  .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth)
  .map((one) => one.localName)`;
