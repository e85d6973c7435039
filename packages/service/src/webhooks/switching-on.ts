// How to enable a webhook that was switched off or whose receiver was gone.

/** The command that switches a webhook on again, for messages. */
export const switchingOn = (id: string): string => `central-api webhook change ${id} --state on`
