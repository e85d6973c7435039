// <central-post-selector>: a form control for selecting posts of social profiles. Handles neither keys nor tokens, and never parses HTML:
// content from platforms is inserted as text.

import {
  asChosen,
  type ChosenPost,
  keyOf,
  keysOf,
  moved,
  parseChosen,
  withoutPosts,
  withPosts,
  writeChosen,
} from './choice.ts'
import { problemOf } from './choice-problem.ts'
import { labelOf } from './describe-post.ts'
import { ChoiceEvent, LoadFailureEvent, ProfilesEvent } from './events.ts'
import type { Feed } from './feed.ts'
import { FormControl, type Problem } from './form-control.ts'
import { LoadError } from './load-failure.ts'
import type { Platform, Post, Profile } from './posts.ts'
import { createProfileList, nameOf } from './profile-list.ts'
import { readList, readObject, readProfiles } from './read-attributes.ts'
import { type Recognizer, recognizeWith } from './recognizer.ts'
import type { Source } from './source.ts'
import { createSay, type OwnStrings, STRINGS } from './strings.ts'
import type { PictureAddress } from './view/post-card.ts'
import { createSelectorView, type SelectorView } from './view/selector-view.ts'
import { stylesOf } from './view/styles.ts'

export type { LoadFailure } from './load-failure.ts'
export type { Platform, Post, Profile, SourceMedia, SourcePage, SourcePost } from './posts.ts'
export type { Match, Recognized, RecognizeFunction, RecognizeRequest, Recognizer } from './recognizer.ts'
export type { Source, SourceFunction, SourceRequest } from './source.ts'
export type { Plural, Strings } from './strings.ts'
export type { ChosenPost, OwnStrings, PictureAddress }
export { ChoiceEvent, LoadError, LoadFailureEvent, ProfilesEvent, STRINGS }

const ATTRIBUTES = [
  ...['source', 'recognizer', 'profiles', 'platform', 'handle', 'variant', 'platforms', 'strings', 'lang'],
  ...['value', 'required', 'min', 'max'],
]
/** Properties that a page can set before the element is defined. */
const PROPERTIES = [
  ...[
    'source',
    'recognizer',
    'profiles',
    'current',
    'platforms',
    'strings',
    'pictureAddress',
    'chosen',
    'value',
    'defaultValue',
  ],
  ...['name', 'disabled', 'required', 'min', 'max'],
] as readonly (keyof PostSelector)[]

const localeOf = (element: HTMLElement): string | undefined =>
  element.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang || undefined

/**
 * Attributes: `name`, `value`, `required`, `min`, `max` and `disabled`, as in any form control, where `min` and `max` count posts;
 * `source`, a URL; `recognizer`, a URL; `profiles`, a JSON list, or `platform`, `handle` and `variant` of a single profile; `platforms`, a JSON list;
 * `strings`, a JSON object.
 *
 * Parts: `profile-form`, `platform`, `handle`, `add`; `tools`, `profile`, `search`, `kind-filter`, `date-filter`; `legend`, `hint`,
 * `posts`, `post`, `picture`, `no-picture`, `kind`, `text`, `link`; `note`, `error`, `status`, `more`; `chosen`, `chosen-post`.
 *
 * Custom properties: `--selector-text`, `-muted`, `-surface`, `-raised`, `-border`, `-field-border`, `-accent`, `-chosen`,
 * `-danger`, `-radius`, `-gap`, and `-card` for the minimum width of a post.
 */
export class PostSelector extends FormControl {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES

  /** Defines the element under any tag name. Can be called for several names; does not replace an existing definition. */
  static define(tag = 'central-post-selector', registry: CustomElementRegistry = customElements): void {
    // A class can be defined under one name only.
    if (registry.get(tag) === undefined) registry.define(tag, class extends PostSelector {})
  }

  readonly #shadow: ShadowRoot = this.attachShadow({ mode: 'open' })
  readonly #list = createProfileList()
  #source: Source | null = null
  #recognizer: Recognizer | null = null
  #recognizing: AbortController | undefined
  #platforms: readonly Platform[] = []
  #strings: OwnStrings = {}
  #pictureAddress: PictureAddress = (url) => url
  #chosen: readonly ChosenPost[] = []
  /** Whether the selection differs from the default value. */
  #isChanged = false
  #isDisabled = false
  #isUpdatePending = false
  /** Properties that the page has set before the element was defined. */
  #earlyProperties = this.#takeEarlyProperties()
  #locale = localeOf(this)
  #say = createSay({}, this.#locale)
  #view: SelectorView = this.#build()

  constructor() {
    super()
    this.#adoptStyles()
    this.internals.role = 'group'
    this.addEventListener('click', (event) => {
      // A click on a label of the page.
      if (event.composedPath()[0] === this) this.focus()
    })
  }

  /** The source of posts. */
  get source(): Source | null {
    return this.#source
  }

  set source(source: Source | null) {
    this.#source = source
    this.reload()
  }

  /** Profiles whose posts can be selected. */
  get profiles(): readonly Profile[] {
    return this.#list.all
  }

  set profiles(profiles: readonly Profile[]) {
    this.#list.set(profiles)
    this.#refresh()
  }

  /** Index of the current profile in `profiles`. */
  get current(): number {
    return this.#list.current
  }

  set current(current: number) {
    this.#list.open(current)
    this.#refresh()
  }

  /** Platforms whose profiles an editor can add. Default: none. */
  get platforms(): readonly Platform[] {
    return this.#platforms
  }

  set platforms(platforms: readonly Platform[]) {
    this.#platforms = [...platforms]
    this.#refresh()
  }

  /** Finds out what a text names. With it, an editor can add anything that the service can scan, in one field. */
  get recognizer(): Recognizer | null {
    return this.#recognizer
  }

  set recognizer(recognizer: Recognizer | null) {
    this.#recognizer = recognizer
    this.#refresh()
  }

  /** Strings of the page: any part of `STRINGS`. */
  get strings(): OwnStrings {
    return this.#strings
  }

  set strings(strings: OwnStrings) {
    this.#strings = strings
    this.#rebuild()
  }

  /** Maps the URL of each image. Default: the original URL. */
  get pictureAddress(): PictureAddress {
    return this.#pictureAddress
  }

  set pictureAddress(pictureAddress: PictureAddress) {
    this.#pictureAddress = pictureAddress
    this.#rebuild()
  }

  /** The selected posts, in order. */
  get chosen(): readonly ChosenPost[] {
    return this.#chosen
  }

  set chosen(chosen: readonly ChosenPost[]) {
    this.#isChanged = true
    this.#choose(asChosen(chosen))
  }

  /** The selection as JSON, which the form submits under `name`; `[]` for no posts. */
  get value(): string {
    return writeChosen(this.#chosen)
  }

  set value(value: string) {
    this.#isChanged = true
    this.#choose(parseChosen(value))
  }

  /** The value after a reset of the form. */
  get defaultValue(): string {
    return this.getAttribute('value') ?? '[]'
  }

  set defaultValue(value: string) {
    this.setAttribute('value', value)
  }

  /** Focuses the post that last had the focus, or the status while no posts are loaded. */
  override focus(): void {
    this.#view.focus()
  }

  /** Loads the posts of all profiles again. */
  reload(): void {
    this.#list.reset()
    this.#refresh()
  }

  connectedCallback(): void {
    // Applied after the attributes, which they override.
    Object.assign(this, this.#earlyProperties)
    this.#earlyProperties = {}
    // The language can depend on the ancestors.
    if (localeOf(this) !== this.#locale) this.#rebuild()
    this.#refresh()
  }

  /** Browsers drop adopted style sheets when an element moves to another document, such as that of a frame. */
  adoptedCallback(): void {
    this.#adoptStyles()
  }

  disconnectedCallback(): void {
    this.#list.abort()
    this.#recognizing?.abort()
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === 'source') this.source = value
    else if (name === 'recognizer') this.recognizer = value
    else if (name === 'strings') this.strings = readObject(value)
    else if (name === 'platforms') this.platforms = readList<Platform>(value)
    else if (name === 'lang') this.#rebuild()
    else if (name === 'value') {
      if (!this.#isChanged) this.#choose(parseChosen(this.defaultValue))
    } else if (['required', 'min', 'max'].includes(name)) this.validate()
    else this.profiles = readProfiles(this)
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

  protected override problem(): Problem {
    return { ...problemOf(this.#chosen.length, this, this.#say), anchor: this.#view.anchor }
  }

  /** Removes own properties, which would shadow the accessors of the class. */
  #takeEarlyProperties(): Partial<PostSelector> {
    const early = PROPERTIES.filter((name) => Object.hasOwn(this, name)).map((name) => [name, this[name]] as const)
    for (const [name] of early) Reflect.deleteProperty(this, name)
    return Object.fromEntries(early)
  }

  #adoptStyles(): void {
    const styles = stylesOf(this.ownerDocument)
    if (styles !== undefined) this.#shadow.adoptedStyleSheets = [styles]
  }

  #build(): SelectorView {
    this.#say = createSay(this.#strings, this.#locale)
    const view = createSelectorView({
      say: this.#say,
      pictureAddress: (url, post) => this.#pictureAddress(url, post),
      actions: {
        open: (profile) => {
          this.current = profile
        },
        add: (profile) => void this.#add(profile),
        recognize: (text) => this.#recognize(text),
        more: () => void this.#more(),
        choose: (posts, isChosen) => this.#onChoose(posts, isChosen),
        move: (from, to) => this.#move(from, to),
        remove: (index) => this.#remove(index),
      },
    })
    this.#shadow.replaceChildren(view.root)
    return view
  }

  #rebuild(): void {
    this.#locale = localeOf(this)
    this.#view = this.#build()
    this.#refresh()
  }

  /** Batches changes that a page makes at once. */
  #refresh(): void {
    if (this.#isUpdatePending || !this.isConnected) return
    this.#isUpdatePending = true
    queueMicrotask(() => {
      this.#isUpdatePending = false
      if (!this.isConnected) return
      const feed = this.#feed()
      const isNew = feed !== undefined && feed.posts.length === 0 && !feed.isWhole && feed.failure === undefined
      if (isNew) void this.#load(feed)
      this.#choose(this.#chosen)
    })
  }

  #feed(): Feed | undefined {
    return this.#source === null ? undefined : this.#list.feed(this.#source)
  }

  /** Returns the loaded posts if their profile is still shown. */
  async #load(feed: Feed): Promise<readonly Post[]> {
    const loading = feed.more()
    this.#show()
    const added = await loading
    if (this.#feed() !== feed || !this.isConnected) return []
    if (this.#list.isPending && feed.handle !== undefined) this.#admit(feed)
    this.#show()
    if (feed.failure !== undefined) this.dispatchEvent(new LoadFailureEvent(feed.profile, feed.failure))
    return added
  }

  async #more(): Promise<void> {
    const feed = this.#feed()
    if (feed === undefined) return
    const added = await this.#load(feed)
    if (this.#feed() === feed && (added.length > 0 || feed.isWhole)) this.#view.focusFirst(added)
  }

  async #recognize(text: string) {
    const recognizer = this.#recognizer
    if (recognizer === null) throw new LoadError({ code: 'other' })
    this.#recognizing?.abort()
    this.#recognizing = new AbortController()
    return recognizeWith(recognizer, text, this.#recognizing.signal)
  }

  async #add(profile: Profile): Promise<void> {
    this.#list.add(profile)
    const feed = this.#feed()
    if (feed === undefined) return
    if (feed.handle === undefined) await this.#load(feed)
    else if (this.#list.isPending) this.#admit(feed)
    this.#show()
    const isShown = !this.#list.isPending && this.#list.shown?.handle === feed.handle
    if (isShown) this.#view.focusFirst(this.#feed()?.posts ?? [])
  }

  /** Adds the pending profile to the list under its canonical handle. */
  #admit(feed: Feed): void {
    if (this.#list.admit(feed)) this.dispatchEvent(new ProfilesEvent(this.#list.all))
    else this.#refresh()
  }

  #onChoose(posts: readonly Post[], isChosen: boolean): void {
    const before = this.#chosen
    const after = isChosen ? withPosts(before, posts, this.max) : withoutPosts(before, posts)
    this.#change(after)
    const keys = keysOf(after)
    const isFull = isChosen && posts.some((post) => !keys.has(keyOf(post)))
    if (isFull) this.#view.announce(this.#say.plural('full', { count: this.max }))
  }

  #move(from: number, to: number): void {
    const post = this.#chosen[from]
    if (post === undefined) return
    this.#change(moved(this.#chosen, from, to))
    const position = { place: to + 1, count: this.#chosen.length }
    this.#view.announce(this.#say('movedTo', { ...position, post: labelOf(post, this.#say) }))
  }

  #remove(index: number): void {
    const post = this.#chosen[index]
    if (post === undefined) return
    this.#change(withoutPosts(this.#chosen, [post]))
    this.#view.announce(this.#say('removed', { post: labelOf(post, this.#say) }))
  }

  #change(chosen: readonly ChosenPost[]): void {
    this.#isChanged = true
    this.#choose(chosen)
    this.dispatchEvent(new ChoiceEvent('input', chosen))
    this.dispatchEvent(new ChoiceEvent('change', chosen))
  }

  #choose(chosen: readonly ChosenPost[]): void {
    this.#chosen = chosen
    this.internals.setFormValue(this.value)
    this.#show()
    this.validate()
  }

  #show(): void {
    const { all, current, isPending, shown } = this.#list
    this.#view.show({
      ...{
        platforms: this.#platforms,
        canRecognize: this.#recognizer !== null,
        names: all.map(nameOf),
        name: shown ? nameOf(shown) : '',
      },
      ...{ current: isPending ? -1 : current, feed: this.#feed() },
      ...{ chosen: this.#chosen, isDisabled: this.#isDisabled },
    })
  }
}
