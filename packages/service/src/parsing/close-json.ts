// Repairs JSON that was cut off, as far as the entries of its outermost list are complete. It takes linear time and
// does not validate: whoever parses the result finds errors.

const SIGNS = /["{}[\]]|\\.?/gs

/** The text up to the last complete entry of the list in the outermost object where it was cut, with both closed.
 * undefined if there is no complete entry. */
export const closeJson = (text: string): string | undefined => {
  let [depth, end, isText] = [0, 0, false]
  let isInList = false
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    if (sign === '"') isText = !isText
    else if (isText || sign.startsWith('\\')) continue
    else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth === 2) [isInList, end] = [sign === '[', 0]
    } else {
      depth -= 1
      if (depth === 2 && isInList) end = index + 1
      if (depth < 2) isInList = false
    }
  }
  return isInList && end > 0 ? `${text.slice(0, end)}]}` : undefined
}
