// What a visitor of a site would see: the feed, a post or the preview of a page, at the width of a phone, a tablet or a
// desktop. A width that does not rescale is scaled down.

import { h } from '../parts/element.js'
import { createStage, MIN_HEIGHT } from './playground-stage.js'

/** Widths of the viewport in pixels. */
const WIDTHS = /** @type {const} */ ({ phone: 390, tablet: 768, desktop: 1280 })
/** @typedef {keyof typeof WIDTHS} Width */

/** @param {string} name @returns {name is Width} */
const isWidth = (name) => Object.hasOwn(WIDTHS, name)
const LABELS = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' }
/** A pane that is narrower starts with the phone. */
const MIN_TABLET_PANE = 560

/** On wide screens a longer feed scrolls in its frame, so that the request stays in view. On phones, the page alone scrolls. */
const WIDE = matchMedia('(width >= 64rem)')
/** The height of what stands above the feed. */
const HEAD_HEIGHT = 420
const MIN_ROOM = 420

/** The height for the feed, in pixels of the screen. */
const roomFor = () => (WIDE.matches ? Math.max(MIN_ROOM, innerHeight - HEAD_HEIGHT) : Number.POSITIVE_INFINITY)

/**
 * @param {{
 *   endpoint: string,
 *   data: any,
 *   width: string,
 *   onWidth: (width: string) => void,
 *   loadMore: (cursor: string) => Promise<{ readonly posts: readonly unknown[], readonly nextCursor: string | null } | undefined>,
 * }} options `data` of a successful response; `width` is empty for the one that fits; `loadMore` resolves to undefined if the
 * next page failed
 */
export const sitePreview = ({ endpoint, data, width, onWidth, loadMore }) => {
  let cursor = data.nextCursor ?? null
  let pixels = 0
  /** Of the whole document in the frame. */
  let height = MIN_HEIGHT

  const stage = createStage('Site preview', shownOf(endpoint, data), {
    async onMessage(message, send) {
      if (message.wants !== 'more' || cursor === null) return
      const page = await loadMore(cursor)
      if (page === undefined) return send({ failed: true })
      cursor = page.nextCursor
      send({ more: page.posts, hasMore: cursor !== null })
    },
    onHeight(next) {
      height = next
      rescale()
    },
  })
  const viewport = h('div', { class: 'viewport' }, stage.frame)
  const scaleText = h('span', { class: 'quiet', role: 'status' })

  const rescale = () => {
    const room = viewport.clientWidth
    if (room === 0 || pixels === 0) return
    const scale = Math.min(1, room / pixels)
    stage.frame.style.inlineSize = `${pixels}px`
    stage.frame.style.scale = String(scale)
    stage.frame.style.marginInlineStart = `${Math.max(0, (room - pixels) / 2)}px`
    const visible = Math.min(height * scale, roomFor())
    stage.frame.height = String(Math.ceil(visible / scale))
    viewport.style.blockSize = `${Math.ceil(visible)}px`
    const percent = Math.round(scale * 100)
    scaleText.textContent = `${pixels} px${percent < 100 ? `, shown at ${percent} %` : ''}`
  }
  const buttons = Object.entries(LABELS).map(([name, label]) =>
    h('button', { type: 'button', value: name, onclick: () => choose(name, true) }, label),
  )
  const choose = (/** @type {string} */ name, /** @type {boolean} */ isOwn) => {
    if (!isWidth(name)) return
    pixels = WIDTHS[name]
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === name))
    rescale()
    if (isOwn) onWidth(name)
  }
  choose(width, false)
  new ResizeObserver(() => {
    if (pixels === 0) choose(viewport.clientWidth < MIN_TABLET_PANE ? 'phone' : 'tablet', false)
    rescale()
  }).observe(viewport)
  return h(
    'div',
    { class: 'stack' },
    h(
      'div',
      { class: 'preview-bar' },
      h('div', { class: 'segments', role: 'group', 'aria-label': 'Width of the preview' }, ...buttons),
      scaleText,
    ),
    viewport,
  )
}

/**
 * @param {string} endpoint
 * @param {any} data
 */
const shownOf = (endpoint, data) => {
  if (data.nextCursor !== undefined) {
    const profile = endpoint === 'scan-profile' ? data.body.profile : null
    return { show: 'posts', profile, posts: data.body.posts, hasMore: data.nextCursor !== null }
  }
  if (data.post) return { show: 'posts', profile: null, posts: [data.post], hasMore: false }
  const { title: name, siteName, description, imageUrl } = data.preview
  const card = { url: data.url, title: name ?? siteName, description, imageUrl }
  return { show: 'card', card, html: data.embed?.html ?? null }
}
