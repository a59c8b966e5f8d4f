// Terminal that shows text, to compare what is shown rather than the escape sequences.

/**
 * Returns a function that returns what a terminal shows of a text: each cluster with its style and link. `graphemes` is
 * the library's function.
 */
export const shownBy = (graphemes) => (text) => {
  const style = new Map()
  let link = ''
  const shown = []
  for (const { text: part, isEscape } of graphemes(text)) {
    if (!isEscape) shown.push([part, ...[...style].sort().flat(), link].join(' '))
    const sgr = /^(?:\x1b\[|\x9b)([\d;:]*)m$/.exec(part)
    if (sgr) apply(sgr[1].split(';'), style)
    link = /^\x1b\]8;[^;]*;(.*?)(?:\x07|\x1b\\)$/s.exec(part)?.[1] ?? link
  }
  return shown
}

/** Tracks the parameters that set each kind of style. */
function apply(parameters, style) {
  while (parameters.length > 0) {
    const parameter = parameters.shift()
    const number = Number(parameter.split(':')[0])
    const isColor = (number === 38 || number === 48) && parameter === String(number)
    const rest = isColor ? parameters.splice(0, parameters[0] === '5' ? 2 : 4) : []
    const value = [parameter, ...rest].join(';')
    if (number === 0) style.clear()
    else if (number === 22) [1, 2].forEach((n) => style.delete(n))
    else if (number > 22 && number < 30) style.delete(number - 20)
    else if (number % 10 === 9 && number < 50) style.delete(number - 9)
    else style.set(number < 30 ? number : number - (number % 10), value)
  }
}
