/** The elements of a head; without a `<head>` tag, any other element ends it:
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead */
export const HEAD_ELEMENTS: ReadonlySet<string> = new Set([
  ...['html', 'head', 'base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title'],
])
