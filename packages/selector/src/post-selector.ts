// <central-post-selector>: an editor chooses posts of social profiles, and a form carries the choice. Holds no key and no
// token, and reads no HTML: what comes from platforms is put into the page as text.

import { asChosen, type ChosenPost, has, keyOf, moved, parseChosen, without, withPosts, writeChosen } from './choice.ts'
import { labelOf } from './describe-post.ts'
import { createFeed, type Feed } from './feed.ts'
import { type Filter, isFiltering, matches, NO_FILTER } from './filter.ts'
import { LoadError, type LoadFailure } from './load-failure.ts'
import type { Post, Profile } from './posts.ts'
import { readerOf, type Source } from './source.ts'
import { createSay, type OwnStrings, type Say, STRINGS } from './strings.ts'
import { type ChosenList, createChosenList } from './view/chosen-list.ts'
import { createFoot, type Foot } from './view/foot.ts'
import { make } from './view/make.ts'
import type { PictureAddress } from './view/post-card.ts'
import { createPostList, type PostList } from './view/post-list.ts'
import { styles } from './view/styles.ts'
import { createToolbar, type Toolbar } from './view/toolbar.ts'

export type { LoadFailure } from './load-failure.ts'
export type { Post, Profile, SourceMedia, SourcePage, SourcePost } from './posts.ts'
export type { Source, SourceFunction, SourceRequest } from './source.ts'
export type { OwnStrings, Plural, Strings } from './strings.ts'
export type { ChosenPost, PictureAddress }
export { LoadError, STRINGS }

/** `input` and `change`: the editor has changed the choice. */
export class ChoiceEvent extends Event {
  readonly chosen: readonly ChosenPost[]

  constructor(type: 'input' | 'change', chosen: readonly ChosenPost[]) {
    super(type, { bubbles: true, composed: true })
    this.chosen = chosen
  }
}

/** `loadfailure`: posts did not come; the editor is told already. */
export class LoadFailureEvent extends Event {
  readonly profile: Profile
  readonly failure: LoadFailure

  constructor(profile: Profile, failure: LoadFailure) {
    super('loadfailure', { bubbles: true, composed: true })
    this.profile = profile
    this.failure = failure
  }
}

type View = {
  readonly say: Say
  readonly toolbar: Toolbar
  readonly list: PostList
  readonly foot: Foot
  readonly chosen: ChosenList
}

/** On a server there are no elements; importing the class is all that can be done there. */
const Base = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement)

const ATTRIBUTES = [
  ...['source', 'profiles', 'platform', 'handle', 'variant', 'strings', 'lang'],
  ...['value', 'required', 'min', 'max'],
]
/** What a page may have set before the element was defined. */
const PROPERTIES = [
  'source',
  'profiles',
  'strings',
  'pictureAddress',
  'chosen',
  'value',
  'disabled',
  'required',
] as const

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const localeOf = (element: HTMLElement): string | undefined =>
  element.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang || undefined

/** The `@` belongs to names, not to addresses and hosts. */
const nameOf = ({ label, handle }: Profile): string => label ?? (/^[\w-]+$/.test(handle) ? `@${handle}` : handle)

/**
 * Attributes: `name`, `value`, `required`, `min`, `max`, `disabled` as of any form control, `min` and `max` in posts; `source`,
 * an address; `profiles`, a JSON list, or `platform`, `handle` and `variant` of one; `strings`, a JSON object.
 *
 * Parts: `tools`, `profile`, `search`, `kind-filter`, `date-filter`, `legend`, `hint`, `posts`, `post`, `picture`,
 * `no-picture`, `kind`, `text`, `link`, `note`, `error`, `status`, `more`, `chosen`, `chosen-post`.
 *
 * Custom properties: `--selector-text`, `-muted`, `-surface`, `-raised`, `-border`, `-field-border`, `-accent`, `-chosen`,
 * `-danger`, `-radius`, `-gap`, and `-card` for the least width of a post.
 */
export class PostSelector extends Base {
  static readonly formAssociated = true
  static readonly observedAttributes: readonly string[] = ATTRIBUTES

  /** Under any name, as often as there are names; a name that is taken stays with whoever has it. */
  static define(tag = 'central-post-selector', registry: CustomElementRegistry = customElements): void {
    // A class has one name at most.
    if (registry.get(tag) === undefined) registry.define(tag, class extends PostSelector {})
  }

  readonly #internals: ElementInternals = this.attachInternals()
  readonly #shadow: ShadowRoot = this.attachShadow({ mode: 'open' })
  readonly #feeds = new Map<string, Feed>()
  #source: Source | null = null
  #profiles: readonly Profile[] = []
  #current = 0
  #strings: OwnStrings = {}
  #pictureAddress: PictureAddress = (url) => url
  #filter: Filter = NO_FILTER
  #chosen: readonly ChosenPost[] = []
  #isChanged = false
  #isDisabled = false
  #isDue = false
  #customError = ''
  #locale = localeOf(this)
  #view: View = this.#build()

  constructor() {
    super()
    this.#shadow.adoptedStyleSheets = [styles()]
    this.#internals.role = 'group'
    this.addEventListener('click', (event) => {
      // A label of the page was clicked.
      if (event.composedPath()[0] === this) this.focus()
    })
  }

  /** Where posts come from. */
  get source(): Source | null {
    return this.#source
  }

  set source(source: Source | null) {
    this.#source = source
    this.#forget()
  }

  /** Whose posts can be chosen. */
  get profiles(): readonly Profile[] {
    return this.#profiles
  }

  set profiles(profiles: readonly Profile[]) {
    this.#profiles = [...profiles]
    this.#current = Math.min(this.#current, Math.max(0, profiles.length - 1))
    this.#refresh()
  }

  /** What it says, in the page's own words; any part of `STRINGS`. */
  get strings(): OwnStrings {
    return this.#strings
  }

  set strings(strings: OwnStrings) {
    this.#strings = strings
    this.#rebuild()
  }

  /** Where each picture is to be loaded from; its own address if nothing else is said. */
  get pictureAddress(): PictureAddress {
    return this.#pictureAddress
  }

  set pictureAddress(pictureAddress: PictureAddress) {
    this.#pictureAddress = pictureAddress
    this.#rebuild()
  }

  /** The choice, in its order. */
  get chosen(): readonly ChosenPost[] {
    return this.#chosen
  }

  set chosen(chosen: readonly ChosenPost[]) {
    this.#isChanged = true
    this.#choose(asChosen(chosen))
  }

  /** The same as JSON: what the form carries under `name`, `[]` for no post. */
  get value(): string {
    return writeChosen(this.#chosen)
  }

  set value(value: string) {
    this.#isChanged = true
    this.#choose(parseChosen(value))
  }

  /** What a reset of the form goes back to. */
  get defaultValue(): string {
    return this.getAttribute('value') ?? '[]'
  }

  set defaultValue(value: string) {
    this.setAttribute('value', value)
  }

  get name(): string {
    return this.getAttribute('name') ?? ''
  }

  set name(name: string) {
    this.setAttribute('name', name)
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }

  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled)
  }

  get required(): boolean {
    return this.hasAttribute('required')
  }

  set required(isRequired: boolean) {
    this.toggleAttribute('required', isRequired)
  }

  /** The fewest posts to choose. */
  get min(): number {
    return this.#countOf('min', 0)
  }

  set min(min: number) {
    this.setAttribute('min', String(min))
  }

  /** The most posts to choose; Infinity for any number. */
  get max(): number {
    return this.#countOf('max', Number.POSITIVE_INFINITY)
  }

  set max(max: number) {
    this.setAttribute('max', String(max))
  }

  get type(): string {
    return this.localName
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  get labels(): NodeList {
    return this.#internals.labels
  }

  get willValidate(): boolean {
    return this.#internals.willValidate
  }

  get validity(): ValidityState {
    return this.#internals.validity
  }

  get validationMessage(): string {
    return this.#internals.validationMessage
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  setCustomValidity(message: string): void {
    this.#customError = message
    this.#validate()
  }

  /** To the post that had it last, or to what is there until posts have come. */
  override focus(): void {
    if (!this.#view.list.focus()) this.#view.foot.focus()
  }

  /** Asks for the posts of all profiles anew. */
  reload(): void {
    this.#forget()
  }

  connectedCallback(): void {
    for (const name of PROPERTIES) this.#upgrade(name)
    // Here at last it has ancestors, which may say what language it is in.
    if (localeOf(this) !== this.#locale) this.#rebuild()
    this.#refresh()
  }

  disconnectedCallback(): void {
    for (const feed of this.#feeds.values()) feed.abort()
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === 'source') this.source = value
    else if (name === 'strings') this.strings = Object(parse(value)) as OwnStrings
    else if (name === 'lang') this.#rebuild()
    else if (name === 'value') {
      if (!this.#isChanged) this.#choose(parseChosen(this.defaultValue))
    } else if (['required', 'min', 'max'].includes(name)) this.#validate()
    else this.profiles = this.#profilesOfAttributes()
  }

  formResetCallback(): void {
    this.#isChanged = false
    this.#choose(parseChosen(this.defaultValue))
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled
    this.#show()
  }

  formStateRestoreCallback(state: unknown): void {
    if (typeof state === 'string') this.value = state
  }

  #upgrade(name: (typeof PROPERTIES)[number]): void {
    if (!Object.hasOwn(this, name)) return
    const value = this[name]
    delete (this as Partial<Record<typeof name, unknown>>)[name]
    Object.assign(this, { [name]: value })
  }

  #countOf(attribute: 'min' | 'max', otherwise: number): number {
    const text = this.getAttribute(attribute) ?? ''
    return /^\d{1,9}$/.test(text) ? Number(text) : otherwise
  }

  #profilesOfAttributes(): readonly Profile[] {
    const list = parse(this.getAttribute('profiles'))
    if (Array.isArray(list)) return list as readonly Profile[]
    const [platform, handle, variant] = ['platform', 'handle', 'variant'].map((name) => this.getAttribute(name))
    if (!platform || !handle) return []
    return [{ platform, handle, ...(variant && { variant }) }]
  }

  #build(): View {
    const say = createSay(this.#strings, this.#locale)
    const toolbar = createToolbar({
      say,
      filter: (filter) => {
        this.#filter = filter
        this.#show()
      },
      open: (profile) => {
        this.#current = profile
        this.#refresh()
      },
    })
    const list = createPostList({
      say,
      pictureAddress: (url, post) => this.#pictureAddress(url, post),
      choose: (posts, isChosen) => this.#chooseBy(posts, isChosen),
    })
    const foot = createFoot({ say, more: () => this.#more() })
    const chosen = createChosenList({
      say,
      move: (from, to) => this.#move(from, to),
      remove: (index) => this.#remove(index),
      leave: () => this.focus(),
    })
    const main = make('div', { class: 'main' }, toolbar.root, list.root, foot.root)
    this.#shadow.replaceChildren(make('div', { class: 'base' }, main, chosen.root))
    return { say, toolbar, list, foot, chosen }
  }

  #rebuild(): void {
    this.#filter = NO_FILTER
    this.#locale = localeOf(this)
    this.#view = this.#build()
    this.#refresh()
  }

  #forget(): void {
    for (const feed of this.#feeds.values()) feed.abort()
    this.#feeds.clear()
    this.#refresh()
  }

  /** Once for all that a page sets in one go. */
  #refresh(): void {
    if (this.#isDue || !this.isConnected) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      if (!this.isConnected) return
      const names = this.#profiles.map(nameOf)
      this.#view.toolbar.showProfiles(names, this.#current)
      const feed = this.#feed()
      if (feed === undefined || feed.posts.length > 0 || feed.isWhole || feed.failure !== undefined) this.#show()
      else void this.#load(feed)
      this.#choose(this.#chosen)
    })
  }

  #feed(): Feed | undefined {
    const profile = this.#profiles[this.#current]
    if (profile === undefined || this.#source === null) return undefined
    const key = JSON.stringify([profile.platform, profile.handle, profile.variant])
    const feed = this.#feeds.get(key) ?? createFeed(profile, readerOf(this.#source))
    this.#feeds.set(key, feed)
    return feed
  }

  /** The posts that came, where they are still to be shown. */
  async #load(feed: Feed): Promise<readonly Post[]> {
    const loading = feed.more()
    this.#show()
    const added = await loading
    if (this.#feed() !== feed || !this.isConnected) return []
    this.#show()
    if (feed.failure !== undefined) this.dispatchEvent(new LoadFailureEvent(feed.profile, feed.failure))
    return added
  }

  async #more(): Promise<void> {
    const feed = this.#feed()
    if (feed === undefined) return
    const added = await this.#load(feed)
    if (added.length > 0 && this.#view.list.focusFirst(added)) return
    if (feed.isWhole) this.#view.foot.focus()
  }

  #chooseBy(posts: readonly Post[], isChosen: boolean): void {
    const { say, foot } = this.#view
    const before = this.#chosen
    const after = isChosen ? withPosts(before, posts, this.max) : without(before, posts.map(keyOf))
    this.#chooseByHand(after)
    const isRefused = isChosen && posts.some((post) => !has(after, keyOf(post)))
    if (isRefused) foot.announce(say.plural('full', { count: this.max }))
  }

  #move(from: number, to: number): void {
    const { say, foot } = this.#view
    const post = this.#chosen[from]
    if (post === undefined) return
    this.#chooseByHand(moved(this.#chosen, from, to))
    const place = { place: to + 1, count: this.#chosen.length }
    foot.announce(say('movedTo', { ...place, post: labelOf(post, say) }))
  }

  #remove(index: number): void {
    const { say, foot } = this.#view
    const post = this.#chosen[index]
    if (post === undefined) return
    this.#chooseByHand(without(this.#chosen, [keyOf(post)]))
    foot.announce(say('removed', { post: labelOf(post, say) }))
  }

  #chooseByHand(chosen: readonly ChosenPost[]): void {
    this.#isChanged = true
    this.#choose(chosen)
    this.dispatchEvent(new ChoiceEvent('input', chosen))
    this.dispatchEvent(new ChoiceEvent('change', chosen))
  }

  #choose(chosen: readonly ChosenPost[]): void {
    this.#chosen = chosen
    this.#internals.setFormValue(this.value)
    this.#view.chosen.show(chosen)
    this.#show()
    this.#validate()
  }

  #validate(): void {
    const { say, list } = this.#view
    const { length } = this.#chosen
    const flags = {
      customError: this.#customError !== '',
      valueMissing: this.required && length === 0,
      rangeUnderflow: length > 0 && length < this.min,
      rangeOverflow: length > this.max,
    }
    const messages: Readonly<Record<keyof typeof flags, string>> = {
      customError: this.#customError,
      valueMissing: say('valueMissing'),
      rangeUnderflow: say.plural('tooFew', { count: this.min }),
      rangeOverflow: say.plural('full', { count: this.max }),
    }
    const wrong = (Object.keys(flags) as (keyof typeof flags)[]).find((flag) => flags[flag])
    this.#internals.setValidity(flags, wrong === undefined ? '' : messages[wrong], list.anchor)
  }

  #note(feed: Feed, shown: number): string | undefined {
    const { say } = this.#view
    if (feed.isLoading || feed.failure !== undefined) return undefined
    if (feed.posts.length === 0) return say('empty')
    if (shown === 0) return say(feed.isWhole ? 'noMatch' : 'noMatchYet')
    return feed.isWhole ? say('all') : undefined
  }

  #status(feed: Feed | undefined, shown: number): string {
    const { say } = this.#view
    const total = feed?.posts.length ?? 0
    if (feed?.isLoading && total === 0) return say('loading')
    const isPart = isFiltering(this.#filter)
    return say('status', {
      posts: isPart ? say.plural('matching', { count: shown, total }) : say.plural('posts', { count: total }),
      chosen: say.plural('chosen', { count: this.#chosen.length }),
    })
  }

  #show(): void {
    const { say, toolbar, list, foot, chosen } = this.#view
    const feed = this.#feed()
    const posts = feed?.posts ?? []
    const isLoading = feed?.isLoading ?? false
    const profile = this.#profiles[this.#current]
    list.show(say('legend', { profile: profile === undefined ? '' : nameOf(profile) }), posts, feed?.isWhole ?? true)
    list.setBusy(isLoading)
    const shown = list.filter((post) => matches(post, this.#filter))
    list.mark((key) => has(this.#chosen, key))
    toolbar.showKinds([...new Set(posts.map(({ kind }) => kind))].sort())
    for (const { root } of [toolbar, list, chosen]) root.disabled = this.#isDisabled
    foot.show({
      isLoading,
      isDisabled: this.#isDisabled,
      isWhole: feed?.isWhole ?? true,
      failure: feed?.failure,
      note: feed && this.#note(feed, shown),
      status: this.#status(feed, shown),
    })
  }
}
