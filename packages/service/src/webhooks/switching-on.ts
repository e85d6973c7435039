// How a webhook that was switched off, or whose receiver was gone, is told of what happens again.

/** The command that switches a webhook on again, for whoever is told that it is off. */
export const switchingOn = (id: string): string => `central-api webhook change ${id} --state on`
