// Base class of a form-associated custom element with the API of built-in controls: name, states, validity.

/** Allows importing the class on a server, where HTMLElement does not exist. */
const Base = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement)

/** Why a selection is invalid, the message, and the element to point at. */
export type Problem = {
  readonly flags: ValidityStateFlags
  readonly message: string
  readonly anchor: HTMLElement
}

export abstract class FormControl extends Base {
  static readonly formAssociated = true

  protected readonly internals: ElementInternals = this.attachInternals()
  #customError = ''
  /** Whether the element itself is temporarily focusable. */
  #isFocusable = false

  constructor() {
    super()
    this.addEventListener('invalid', () => this.#makeFocusable())
    this.addEventListener('focus', ({ target }) => {
      if (target === this && this.#isFocusable) this.focus()
    })
    this.addEventListener('pointerdown', () => this.#restoreFocusability(), { capture: true })
    this.addEventListener('focusout', () => this.#restoreFocusability())
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

  /** Minimum number of posts. */
  get min(): number {
    return this.#countOf('min', 0)
  }

  set min(min: number) {
    this.setAttribute('min', String(min))
  }

  /** Maximum number of posts; Infinity for no limit. */
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

  /** An empty message clears the error. */
  setCustomValidity(message: string): void {
    this.#customError = message
    this.validate()
  }

  /** Validates the value, without the custom error of the page. */
  protected abstract problem(): Problem

  protected validate(): void {
    const { flags, message, anchor } = this.problem()
    const customError = this.#customError !== ''
    this.internals.setValidity({ ...flags, customError }, this.#customError || message, anchor)
  }

  /**
   * Makes the element focusable while the browser shows a validation message, which requires a focusable element. A permanent
   * tabindex would change the Tab order, and clicks inside would move the focus to the element.
   */
  #makeFocusable(): void {
    if (this.hasAttribute('tabindex')) return
    this.#isFocusable = true
    this.tabIndex = -1
    setTimeout(() => {
      if (!this.matches(':focus-within')) this.#restoreFocusability()
    })
  }

  #restoreFocusability(): void {
    if (!this.#isFocusable) return
    this.#isFocusable = false
    this.removeAttribute('tabindex')
  }

  #countOf(attribute: 'min' | 'max', otherwise: number): number {
    const text = this.getAttribute(attribute) ?? ''
    return /^\d{1,9}$/.test(text) ? Number(text) : otherwise
  }
}
