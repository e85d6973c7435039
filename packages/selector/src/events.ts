// What the selector tells the page around it. All events bubble, and cross shadow roots.

import type { ChosenPost } from './choice.ts'
import type { LoadFailure } from './load-failure.ts'
import type { Profile } from './posts.ts'

/** `input` and `change`: the editor has changed the choice. */
export class ChoiceEvent extends Event {
  readonly chosen: readonly ChosenPost[]

  constructor(type: 'input' | 'change', chosen: readonly ChosenPost[]) {
    super(type, { bubbles: true, composed: true })
    this.chosen = chosen
  }
}

/** `profileschange`: the editor has named another profile, and its posts have come. */
export class ProfilesEvent extends Event {
  readonly profiles: readonly Profile[]

  constructor(profiles: readonly Profile[]) {
    super('profileschange', { bubbles: true, composed: true })
    this.profiles = profiles
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
