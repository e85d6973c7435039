// Events of the selector. All of them bubble and are composed.

import type { ChosenPost } from './choice.ts'
import type { LoadFailure } from './load-failure.ts'
import type { Profile } from './posts.ts'

/** `input` and `change`: the editor has changed the selection. */
export class ChoiceEvent extends Event {
  readonly chosen: readonly ChosenPost[]

  constructor(type: 'input' | 'change', chosen: readonly ChosenPost[]) {
    super(type, { bubbles: true, composed: true })
    this.chosen = chosen
  }
}

/** `profileschange`: the editor has added a profile, and its posts have loaded. */
export class ProfilesEvent extends Event {
  readonly profiles: readonly Profile[]

  constructor(profiles: readonly Profile[]) {
    super('profileschange', { bubbles: true, composed: true })
    this.profiles = profiles
  }
}

/** `loadfailure`: posts could not be loaded. The selector already shows a message. */
export class LoadFailureEvent extends Event {
  readonly profile: Profile
  readonly failure: LoadFailure

  constructor(profile: Profile, failure: LoadFailure) {
    super('loadfailure', { bubbles: true, composed: true })
    this.profile = profile
    this.failure = failure
  }
}
