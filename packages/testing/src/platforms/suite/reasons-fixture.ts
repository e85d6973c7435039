// Why a field of an answer is mapped to nothing, where more than one platform has the same reason.

/** Read by the walk through pages. */
export const PAGING = 'Says where the next page begins: read while paging, no part of a post.'
/** A second source of the same value. */
export const INSTEAD = 'Says what another field says too; read only where that one is silent, or not at all.'
export const COPY = 'Another size or form of a picture that is mapped already.'
export const PROGRAM = 'For programs of the platform: an id, hash, type or address inside its API.'
export const OTHERS = 'Of another post or account, of which the form holds who and where, and no more.'
export const OWNER = 'How the owner set the account or the post up: nothing that readers see in it.'
export const READER = 'About whoever asks, not about the post.'
export const NO_PLACE = 'The normalized form has no field for it.'
export const FILE = 'How the file is made: the form tells its size in pixels, its length and its address.'
export const LOOKS = 'How the platform’s own page looks.'
export const STATE = 'Says that the answer is a good one: errors are judged before anything is mapped.'
export const PLACE_IN_TEXT = 'Where a mark stands in the text: `html` has the mark there.'
