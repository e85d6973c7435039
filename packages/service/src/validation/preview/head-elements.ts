/** What a head may hold; where no `<head>` is written, anything else ends it: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead */
export const HEAD_ELEMENTS: ReadonlySet<string> = new Set([
  ...['html', 'head', 'base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title'],
])
