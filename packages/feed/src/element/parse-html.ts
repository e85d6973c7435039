// Turns the HTML of the renderer into elements. A page's policy may forbid style attributes, but not what a script sets.

/** The only element of this HTML; null if there is none. */
export const parseHtml = (html: string): HTMLElement | null => {
  const template = document.createElement('template')
  // Quotation marks in text are escaped, so that this is always an attribute.
  template.innerHTML = html.replaceAll(' style="', ' data-style="')
  for (const each of template.content.querySelectorAll<HTMLElement>('[data-style]')) {
    each.style.cssText = each.dataset.style ?? ''
    delete each.dataset.style
  }
  return template.content.firstElementChild as HTMLElement | null
}
