// JSON that was cut off → the same, as far as the values of its outermost list or object are whole. Linear, and no judge of what it
// reads: what is wrong in it is found by whoever parses it.

const SIGNS = /["{}[\]]|\\.?/gs

/** Text up to the last value of the list that stands in the outermost object where it was cut, with what closes both; undefined
 * where there is no such value. */
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
