// Side-effect import that defines <central-post-selector>. Call PostSelector.define for another name.

import { PostSelector } from './post-selector.ts'

PostSelector.define('central-post-selector')

declare global {
  interface HTMLElementTagNameMap {
    'central-post-selector': PostSelector
  }
}
