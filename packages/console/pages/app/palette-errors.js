// The error codes of the API, for the command palette, from the advice that the service serves as a module.

/** The path under which the service serves the module, which differs from its path in the repository. */
const GUIDE = '../shared/error-guide/error-guide.ts'
const FOUND = 6
const MIN_LENGTH = 3
/** What people write next to a code. */
const FILLERS = new Set(['error', 'errors', 'code'])

/**
 * Error codes that contain every word of the text.
 * @param {string} text
 * @returns {Promise<readonly import('./palette-items.js').Item[]>}
 */
export const findErrors = async (text) => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !FILLERS.has(word))
  if (words.join('').length < MIN_LENGTH) return []
  return (await codes())
    .filter((code) => words.every((word) => code.includes(word)))
    .slice(0, FOUND)
    .map((code) => ({
      group: 'Error codes',
      label: code,
      note: 'Documentation',
      icon: 'book',
      href: `../docs/reference/errors#${code}`,
    }))
}

/** @returns {Promise<readonly string[]>} */
const codes = async () => {
  try {
    /** @type {typeof import('../../../service/src/http/docs/error-guide/error-guide.ts')} */
    const { ERROR_GUIDE } = await import(GUIDE)
    return Object.keys(ERROR_GUIDE)
  } catch {
    // The connection broke. The palette finds everything else.
    return []
  }
}
