/** Of the service and of its documents. */
export const VERSION = '1.0.0'
