// How requests are checked by the schemas of their endpoints: what is sent is neither changed nor added to, and all that is
// wrong with it is told.

export const REQUEST_CHECKS = {
  customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true },
} as const
