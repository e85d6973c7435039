// Reasons for unmapped fields that several platforms share.

/** Used for paging. */
export const PAGING = 'Used for paging, not part of a post.'
/** A second source of the same value. */
export const INSTEAD = 'Repeats another field; read only if that field is empty, or not at all.'
export const COPY = 'Another size or format of an image that is already mapped.'
export const PROGRAM = 'Internal to the platform: an id, hash, type or API URL.'
export const OTHERS = 'About another post or account, of which the normalized form has only the author and URL.'
export const OWNER = 'A setting of the account or post that readers do not see.'
export const READER = 'About the caller, not about the post.'
export const NO_PLACE = 'The normalized form has no field for it.'
export const FILE = 'A technical detail of the file: the normalized form has its size in pixels, duration and URL.'
export const LOOKS = 'About the appearance of the platform’s own page.'
export const STATE = 'Marks a successful response: errors are handled before mapping.'
export const PLACE_IN_TEXT = 'The position of markup in the text: `html` has the markup there.'
