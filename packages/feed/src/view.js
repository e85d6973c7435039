// Runs on a visitor's page, and enhances all posts that are there.

import { applyConsent, enhance } from './enhance.js'

/** A file beside this one, in the version of this one. */
const urlOf = (name) => new URL(`./${name}${new URL(import.meta.url).search}`, import.meta.url).href

const tools = { importLightbox: () => import(urlOf('lightbox.js')), lightboxStyle: urlOf('lightbox.css') }

for (const stream of document.querySelectorAll('.central-posts-stream[data-words]')) enhance(stream, tools)
document.addEventListener('wp_listen_for_consent_change', ({ detail }) => {
  if (detail?.marketing === 'allow') applyConsent(document)
})
