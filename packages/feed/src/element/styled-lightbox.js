// The lightbox with its styles, which a page needs only once a visitor opens it. A policy that forbids inline styles allows them.

import { LIGHTBOX_STYLE } from './lightbox-style.js'

export { load, openLightbox } from '../lightbox.js'

const sheet = new CSSStyleSheet()
sheet.replaceSync(LIGHTBOX_STYLE)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
