// <central-feed>: shows posts from JSON of the site's own endpoint, or enhances what a server has rendered into it. Its content is in the
// page itself, not in a shadow tree: server and browser make the same HTML, and one stylesheet is for both.

import { create, createButton } from './create.js'
import { type FeedData, fetchPage, readPage } from './element/fetch-page.ts'
import { parseHtml } from './element/parse-html.ts'
import { RENDERED, readOptions } from './element/read-options.ts'
import { applyConsent, enhance } from './enhance.js'
import type { FeedEvents } from './events.ts'
import { crc32Hex } from './render/crc32.ts'
import { LOOKS } from './render/design.ts'
import { ELEMENT_WORDS } from './render/words.ts'
import { type FeedOptions, renderFeed } from './render-feed.ts'

export type { FeedData } from './element/fetch-page.ts'
export type { FeedEvents } from './events.ts'
export * from './render-feed.ts'

type State = 'loading' | 'ready' | 'empty' | 'failed'

/** Allows importing the class on a server, where HTMLElement does not exist. */
const Base = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement)

/** Properties that a page can set before the element is defined. */
const PROPERTIES = ['src', 'data', 'options'] as const

const STREAM = ':scope > .central-posts-stream, :scope > [class^="is-style-"] > .central-posts-stream'

/**
 * Attributes: `src` (URL of the endpoint); those of the WordPress shortcode: `layout`, `columns`, `tablet`, `phone`, `ratio`, `gap`,
 * `corner`, `shadow`, `hover`, `lines`, `look`, `without`; `platform`, `words` (JSON), `locale`, `time-zone`, `button-class`, `more` (URL
 * of a page for visitors whose script fails) and `consent`.
 */
export class CentralFeed extends Base {
  static readonly observedAttributes: readonly string[] = [...RENDERED, 'src', 'consent']

  /** Defines the element under any tag name. Can be called for several names; does not replace an existing definition. */
  static define(tag = 'central-feed', registry: CustomElementRegistry = customElements): void {
    // A class can be defined under one name only.
    if (registry.get(tag) === undefined) registry.define(tag, class extends CentralFeed {})
  }

  #data: FeedData | null = null
  /** Cursor of the next page. */
  #cursor: string | undefined
  #options: FeedOptions = {}
  #request: AbortController | undefined
  #isStarted = false
  #isUpdatePending = false
  /** The stream that has its listeners. */
  #enhanced: Element | null = null
  #early = this.#takeEarlyProperties()

  /** URL of the site's endpoint, which responds to GET with a page of posts. */
  get src(): string {
    return this.getAttribute('src') ?? ''
  }

  set src(src: string) {
    this.setAttribute('src', src)
  }

  /** The posts: a page, or the pages of several profiles. Set it instead of `src`. */
  get data(): FeedData | null {
    return this.#data
  }

  set data(data: FeedData | null) {
    this.#data = data === null ? null : readPage(data)
    this.#refresh()
  }

  /** Options of `renderFeed()`, which come before those of the attributes: `words`, `image`, `renderPart` and others. */
  get options(): FeedOptions {
    return this.#options
  }

  set options(options: FeedOptions) {
    this.#options = options
    this.#refresh()
  }

  /** Loads the first page again. Rejects never: a failure is shown, and is the event `central-posts-failed`. */
  async reload(): Promise<void> {
    if (this.src === '') return
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    this.#show('loading')
    try {
      const data = await fetchPage(this.src, undefined, request.signal)
      if (request.signal.aborted) return
      this.#data = data
      this.#render()
    } catch (error) {
      if (!request.signal.aborted) this.#fail(error)
    }
  }

  connectedCallback(): void {
    Object.assign(this, this.#early)
    this.#early = {}
    // The parser may not have read yet what the server has rendered.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => this.#start(), { once: true })
    else this.#start()
  }

  disconnectedCallback(): void {
    this.#request?.abort()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#isStarted) return
    if (name === 'consent') {
      if (after !== null) applyConsent(this)
    } else if (name === 'src') void this.reload()
    else this.#refresh()
  }

  get #stream(): HTMLElement | null {
    return this.querySelector<HTMLElement>(STREAM)
  }

  #start(): void {
    if (!this.isConnected) return
    this.#isStarted = true
    this.classList.add('central-posts-host')
    this.#showLook()
    const stream = this.#stream
    if (stream !== null && (this.#data === null || stream === this.#enhanced)) this.#adopt(stream)
    else if (this.#data !== null) this.#render()
    else void this.reload()
  }

  /** Enhances what a server has rendered. */
  #adopt(stream: HTMLElement): void {
    if (this.#enhanced === stream) return
    this.#enhanced = stream
    enhance(stream, { importLightbox: () => import('./element/styled-lightbox.js') })
    this.#show('ready')
  }

  /** Batches changes that a page makes at once. */
  #refresh(): void {
    if (this.#isUpdatePending || !this.#isStarted) return
    this.#isUpdatePending = true
    queueMicrotask(() => {
      this.#isUpdatePending = false
      if (!this.isConnected) return
      this.#showLook()
      if (this.#data !== null) this.#render()
      else if (this.#stream !== null || this.src !== '') void this.reload()
    })
  }

  #allOptions(): FeedOptions {
    const options = { ...readOptions(this), ...this.#options }
    const id = this.id || crc32Hex(`${this.src} ${options.layout}`)
    // Without a page of its own, the link is for the script alone.
    return { id, more: this.src && `#central-posts-${id}`, ...options, look: undefined }
  }

  #toStream(data: FeedData): HTMLElement | null {
    this.#cursor = 'body' in data ? (data.nextCursor ?? undefined) : undefined
    return parseHtml(renderFeed(data, this.#allOptions()))
  }

  #render(): void {
    const data = this.#data
    if (data === null) return
    this.#request?.abort()
    this.#request = new AbortController()
    const stream = this.#toStream(data)
    if (stream === null) {
      this.#show('empty')
      return
    }
    this.#enhanced = stream
    this.replaceChildren(stream)
    enhance(stream, {
      importLightbox: () => import('./element/styled-lightbox.js'),
      ...(this.src !== '' && { fetchStream: () => this.#fetchMore() }),
    })
    this.#show('ready')
    this.#dispatch('central-posts-loaded', { count: stream.querySelectorAll('.central-posts-item').length })
  }

  async #fetchMore(): Promise<Element> {
    const signal = this.#request?.signal ?? AbortSignal.abort()
    const data = await fetchPage(this.src, this.#cursor, signal)
    signal.throwIfAborted()
    return this.#toStream(data) ?? document.createElement('div')
  }

  #fail(error: unknown): void {
    this.#show('failed')
    this.#dispatch('central-posts-failed', { error })
    // What the page has put into the element says more than a message.
    if (this.childElementCount > 0) return
    const words = { ...ELEMENT_WORDS, ...this.#allOptions().words }
    const message = create('p', 'central-posts-failure', { role: 'alert' })
    const button = createButton('central-posts-button', { textContent: words.tryAgain })
    button.addEventListener('click', () => {
      message.remove()
      void this.reload()
    })
    message.append(words.unloaded, ' ', button)
    this.append(message)
  }

  #dispatch<Name extends keyof FeedEvents>(name: Name, detail: FeedEvents[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }))
  }

  #show(state: State): void {
    this.dataset.state = state
    this.ariaBusy = state === 'loading' ? 'true' : null
  }

  #showLook(): void {
    for (const look of LOOKS) this.classList.toggle(`is-style-${look}`, this.getAttribute('look') === look)
  }

  /** Removes own properties, which would shadow the accessors of the class. */
  #takeEarlyProperties(): Partial<Pick<CentralFeed, (typeof PROPERTIES)[number]>> {
    const early = PROPERTIES.filter((name) => Object.hasOwn(this, name)).map((name) => [name, this[name]] as const)
    for (const [name] of early) Reflect.deleteProperty(this, name)
    return Object.fromEntries(early)
  }
}
