/** Words that stand where a metric could. */
const KEYWORDS = new Set(
  'and or unless bool offset by without on ignoring group_left group_right inf nan'.split(' '),
)
const LABEL_LIST = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/gi

/** The metrics of an expression, each with the labels that it compares. Enough of PromQL for rules and panels, whose syntax promtool checks. */
export function selectorsOf(expression: string) {
  const text = expression.replaceAll(LABEL_LIST, ' ').replaceAll(/\[[^\]]*\]/g, ' ')
  return [
    ...text.matchAll(
      /(?<![\w$.])([a-z_:][\w:]*)(?![\w:])\s*(?:\{((?:"[^"]*"|[^}"])*)\})?(?!\s*\()/gi,
    ),
  ]
    .filter(([, name = '']) => !KEYWORDS.has(name.toLowerCase()))
    .map(([, metric = '', matchers = '']) => ({
      metric,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].map(
        ([, name = '', value = '']) => ({ name, value }),
      ),
    }))
}

/** The labels by which an expression groups or joins. */
export const groupedLabels = (expression: string): string[] =>
  [...expression.matchAll(LABEL_LIST)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
