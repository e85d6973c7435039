// What makes an element a control of a form, as pages know it from those of the browser: name, states, validity.

/** On a server there are no elements; importing the class is all that can be done there. */
const Base = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement)

/** Why a choice is not valid, what to say of it, and where to point. */
export type Problem = {
  readonly flags: ValidityStateFlags
  readonly message: string
  readonly anchor: HTMLElement
}

export abstract class FormControl extends Base {
  static readonly formAssociated = true

  protected readonly internals: ElementInternals = this.attachInternals()
  #customError = ''
  /** Whether it can have the focus as a whole. */
  #isPointedAt = false

  constructor() {
    super()
    this.addEventListener('invalid', () => this.#letPointAtIt())
    this.addEventListener('focus', ({ target }) => {
      if (target === this && this.#isPointedAt) this.focus()
    })
    this.addEventListener('pointerdown', () => this.#leave(), { capture: true })
    this.addEventListener('focusout', () => this.#leave())
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
    return this.internals.form
  }

  get labels(): NodeList {
    return this.internals.labels
  }

  get willValidate(): boolean {
    return this.internals.willValidate
  }

  get validity(): ValidityState {
    return this.internals.validity
  }

  get validationMessage(): string {
    return this.internals.validationMessage
  }

  checkValidity(): boolean {
    return this.internals.checkValidity()
  }

  reportValidity(): boolean {
    return this.internals.reportValidity()
  }

  /** Empty for none. */
  setCustomValidity(message: string): void {
    this.#customError = message
    this.validate()
  }

  /** What is wrong but for what the page itself says. */
  protected abstract problem(): Problem

  protected validate(): void {
    const { flags, message, anchor } = this.problem()
    const customError = this.#customError !== ''
    this.internals.setValidity({ ...flags, customError }, this.#customError || message, anchor)
  }

  /**
   * A browser shows what is wrong only at an element that can have the focus. No longer than that, though: the Tab key would
   * pass it by, and a click on anything in it would take the focus from where it is.
   */
  #letPointAtIt(): void {
    if (this.hasAttribute('tabindex')) return
    this.#isPointedAt = true
    this.tabIndex = -1
    setTimeout(() => {
      if (!this.matches(':focus-within')) this.#leave()
    })
  }

  #leave(): void {
    if (!this.#isPointedAt) return
    this.#isPointedAt = false
    this.removeAttribute('tabindex')
  }

  #countOf(attribute: 'min' | 'max', otherwise: number): number {
    const text = this.getAttribute(attribute) ?? ''
    return /^\d{1,9}$/.test(text) ? Number(text) : otherwise
  }
}
