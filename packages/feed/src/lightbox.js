// Shows the images and players of a stream one by one in a dialog. The URL names the post, and the browser's Back closes it.

import { arrowButton } from './arrows.js'
import { create, createButton } from './create.js'
import { notify } from './notify.js'
import { load } from './play.js'

export { load } from './play.js'

const SWIPE_PX = 50
const CLOSE =
  '<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="M6 6l12 12M18 6 6 18"/></svg>'

const addStyle = (dialog, href) =>
  new Promise((resolve) => {
    dialog.append(create('link', '', { rel: 'stylesheet', onload: resolve, onerror: resolve, href }))
  })

/** The image in full size, or a copy of the player's button. */
const mediumOf = (frame) => {
  const image = frame.querySelector(':scope > img')
  const button = frame.querySelector(':scope > .central-posts-load')
  if (button === null) {
    const copy = image.cloneNode(false)
    copy.sizes = '100vw'
    copy.loading = 'eager'
    copy.draggable = false
    return copy
  }
  const copy = frame.cloneNode(true)
  copy.querySelector('.central-posts-open')?.remove()
  return copy
}

const captionOf = (frame) => {
  const body = frame.closest('article')?.querySelector('.central-posts-body')?.cloneNode(true)
  for (const extra of body?.querySelectorAll('.central-posts-unfold') ?? []) extra.remove()
  for (const text of body?.querySelectorAll('.central-posts-text') ?? [])
    text.className = 'central-posts-text is-unfolded'
  return body
}

class Lightbox {
  constructor(stream, { words, framesIn, lightboxStyle }) {
    Object.assign(this, { stream, words, framesIn, index: 0, isOpen: false })
    this.dialog = create('dialog', 'central-posts-lightbox', { ariaLabel: words.dialog })
    this.stage = create('div', 'central-posts-stage')
    this.caption = create('div', 'central-posts-caption', { tabIndex: 0, role: 'group', ariaLabel: words.dialog })
    this.number = create('p', 'central-posts-place', { role: 'status' })
    this.closer = createButton('central-posts-close', {
      autofocus: true,
      ariaLabel: words.close,
      innerHTML: CLOSE,
    })
    this.arrows = ['previous', 'next'].map((direction) => arrowButton(direction, words[direction]))
    this.dialog.append(this.stage, this.caption, this.number, ...this.arrows, this.closer)
    this.closer.addEventListener('click', () => this.leave())
    for (const [at, arrow] of this.arrows.entries()) arrow.addEventListener('click', () => this.step(at === 0 ? -1 : 1))
    this.dialog.addEventListener('keydown', (event) => this.onKey(event))
    this.dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      this.leave()
    })
    this.dialog.addEventListener('click', ({ target }) => {
      // The click that ends a swipe is not one beside the image.
      if (target === this.stage && !this.hasSwiped) this.leave()
    })
    this.addSwipe()
    addEventListener('popstate', () => {
      if (this.isOpen) this.close()
    })
    stream.append(this.dialog)
    this.ready = lightboxStyle === undefined ? undefined : addStyle(this.dialog, lightboxStyle)
  }

  get isRtl() {
    return getComputedStyle(this.dialog).direction === 'rtl'
  }

  get frame() {
    return this.frames[this.index]
  }

  async open(frame, isPlaying) {
    this.frames = this.framesIn(this.stream)
    this.isOpen = true
    await this.ready
    history.pushState({ ...history.state, lightbox: true }, '', this.hashOf(frame))
    document.documentElement.classList.add('central-posts-locked')
    this.dialog.showModal()
    notify(this.stream, 'opened', this.about(frame))
    this.show(this.frames.indexOf(frame), isPlaying)
  }

  /** Id of the post, and number of the medium in it, from 1. */
  about(frame) {
    const card = frame.closest('article')
    return { id: card.id, part: this.framesIn(card).indexOf(frame) + 1 }
  }

  hashOf(frame) {
    const { id, part } = this.about(frame)
    return `#${id}${part > 1 ? `.${part}` : ''}`
  }

  show(index, isPlaying = false) {
    this.index = index
    const medium = mediumOf(this.frame)
    medium.dataset.post = this.about(this.frame).id
    this.stage.replaceChildren(medium)
    const caption = captionOf(this.frame)
    this.caption.replaceChildren(...(caption ? [caption] : []))
    this.number.textContent = this.words.number.replace('%1$s', index + 1).replace('%2$s', this.frames.length)
    this.arrows[0].disabled = index === 0
    this.arrows[1].disabled = index === this.frames.length - 1
    const button = medium.querySelector('.central-posts-load')
    if (button !== null) {
      button.addEventListener('click', () => this.play(button))
      if (isPlaying) this.play(button)
    }
  }

  /** Loads a player. The focus stays outside, because a frame would keep Escape and the arrow keys to itself. */
  play(button) {
    load(button)
    this.closer.focus()
  }

  step(by) {
    const index = this.index + by
    if (index < 0 || index >= this.frames.length) return
    history.replaceState(history.state, '', this.hashOf(this.frames[index]))
    this.show(index)
    // A disabled arrow would lose the focus.
    if (!this.dialog.contains(this.dialog.getRootNode().activeElement)) this.arrows[by > 0 ? 0 : 1].focus()
  }

  onKey(event) {
    const forward = this.isRtl ? 'ArrowLeft' : 'ArrowRight'
    const steps = { [forward]: 1, [this.isRtl ? 'ArrowRight' : 'ArrowLeft']: -1 }
    const by =
      event.key === 'Home' ? -this.index : event.key === 'End' ? this.frames.length - 1 - this.index : steps[event.key]
    if (!by || /^(?:VIDEO|AUDIO)$/.test(event.target.tagName)) return
    event.preventDefault()
    this.step(by)
  }

  addSwipe() {
    let start
    this.stage.addEventListener('pointerdown', (event) => {
      start = event.isPrimary ? event : undefined
      this.hasSwiped = false
    })
    this.stage.addEventListener('pointerup', (event) => {
      if (start === undefined) return
      const across = event.clientX - start.clientX
      this.hasSwiped = Math.abs(across) > SWIPE_PX && Math.abs(across) > Math.abs(event.clientY - start.clientY)
      if (this.hasSwiped) this.step(across < 0 === this.isRtl ? -1 : 1)
      start = undefined
    })
    this.stage.addEventListener('pointercancel', () => {
      start = undefined
    })
  }

  /** Closes it, and leaves its entry of the history. A player may have added entries of its own, so Back alone would not close it. */
  leave() {
    this.close()
    if (history.state?.lightbox) history.back()
  }

  close() {
    const { frame } = this
    this.isOpen = false
    document.documentElement.classList.remove('central-posts-locked')
    this.stage.replaceChildren()
    this.dialog.close()
    notify(this.stream, 'closed', this.about(frame))
    frame.querySelector(':scope > :is(.central-posts-open, .central-posts-load)')?.focus()
  }
}

const lightboxes = new WeakMap()

/** Opens the lightbox of a stream at a frame. `isPlaying`: the visitor has pressed the player's button. */
export const openLightbox = ({ stream, frame, isPlaying, ...more }) => {
  const lightbox = lightboxes.get(stream) ?? new Lightbox(stream, more)
  lightboxes.set(stream, lightbox)
  if (!lightbox.isOpen) lightbox.open(frame, isPlaying)
}
