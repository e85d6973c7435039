// Imported for its effect: defines <central-post-selector>. Whoever wants another name calls PostSelector.define.

import { PostSelector } from './post-selector.ts'

PostSelector.define('central-post-selector')

declare global {
  interface HTMLElementTagNameMap {
    'central-post-selector': PostSelector
  }
}
