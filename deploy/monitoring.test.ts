import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ATTEMPT_STATES } from '#contract/entities/payment.ts'
import { createMetrics } from '#server/metrics.ts'

/** Words that stand where a metric could. */
const KEYWORDS = new Set(
  'and or unless bool offset by without on ignoring group_left group_right inf nan'.split(' '),
)
const LABEL_LIST = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/gi

/** The metrics of an expression, each with the labels that it compares. Enough of PromQL for rules and panels, whose syntax promtool checks. */
function selectorsOf(expression: string) {
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
const groupedLabels = (expression: string): string[] =>
  [...expression.matchAll(LABEL_LIST)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}
interface Dashboard {
  panels: {
    title: string
    type: string
    description?: string
    targets?: { expr: string; legendFormat: string }[]
  }[]
  annotations: { list: { expr: string; titleFormat: string }[] }
}

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const rules = (parse(read('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)
const { panels, annotations } = JSON.parse(read('deploy/dashboard.json')) as Dashboard
const page = read('docs/alerts.md')

/** Every expression with the texts that name its labels. */
const expressions = [
  ...rules.map(({ alert, expr, annotations: { summary } }) => ({
    where: alert,
    expr,
    named: [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
  })),
  ...[
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr, legendFormat }) => ({ where: title, expr, text: legendFormat })),
    ),
    ...annotations.list.map(({ expr, titleFormat }) => ({
      where: 'annotation',
      expr,
      text: titleFormat,
    })),
  ].map(({ text, ...rest }) => ({
    ...rest,
    named: [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
  })),
]

/** Labels that Prometheus gives every series of a target. */
const TARGET_LABELS = ['job', 'instance']
/** Prometheus renames a metric's own label that a target has too. */
const scraped = (label: string) => (TARGET_LABELS.includes(label) ? `exported_${label}` : label)

const { registry } = createMetrics(
  async () => true,
  async () => 0,
)
const metrics = registry.getMetricsAsArray() as unknown as {
  name: string
  type: string
  labelNames?: string[]
}[]

/** What Patroni 3.0.2 exports at `/metrics` and the rules read. */
const PATRONI_SERIES = [
  'patroni_postgres_running',
  'patroni_sync_standby',
  'patroni_xlog_location',
  'patroni_xlog_replayed_location',
]

/** The series that Prometheus stores, with their labels. */
function exportedSeries(): Map<string, string[]> {
  const series = new Map([['up', TARGET_LABELS]])
  for (const name of PATRONI_SERIES) series.set(name, ['scope', ...TARGET_LABELS])
  for (const { name, type, labelNames = [] } of metrics) {
    const labels = [...labelNames.map(scraped), ...TARGET_LABELS]
    series.set(name, labels)
    if (type !== 'histogram') continue
    series.set(`${name}_count`, labels).set(`${name}_sum`, labels)
    series.set(`${name}_bucket`, [...labels, 'le'])
  }
  return series
}

describe('the alert rules and the dashboard', () => {
  test('read metrics that the server exports, by labels that they have', () => {
    const series = exportedSeries()
    const wrong = expressions.flatMap(({ where, expr, named }) => {
      const selectors = selectorsOf(expr)
      const known = new Set(selectors.flatMap(({ metric }) => series.get(metric) ?? []))
      return [
        ...(selectors.length === 0 ? [`${where} reads no metric`] : []),
        ...selectors.flatMap(({ metric, labels }) =>
          labels
            .filter(({ name }) => !series.get(metric)?.includes(name))
            .map(({ name }) => `${where}: ${metric} has no label ${name}`),
        ),
        ...selectors
          .filter(({ metric }) => !series.has(metric))
          .map(({ metric }) => `${where}: no metric ${metric}`),
        ...[...groupedLabels(expr), ...named]
          .filter((label) => !known.has(label))
          .map((label) => `${where}: no label ${label}`),
      ]
    })
    expect(wrong).toEqual([])
    expect(expressions.length).toBeGreaterThan(30)
  })

  test('the names of counters, and of no other metric of ours, end in _total', () => {
    const ours = metrics.filter(({ name }) => name.startsWith('surtidor_'))
    const isCounter = ({ type }: { type: string }) => type === 'counter'
    const names = (list: typeof metrics) => list.map(({ name }) => name)
    expect(names(ours.filter(({ name }) => name.endsWith('_total')))).toEqual(
      names(ours.filter(isCounter)),
    )
    const counters = names(metrics.filter(isCounter))
    expect(counters.filter((name) => !name.endsWith('_total'))).toEqual([])
    expect(counters.length).toBeGreaterThan(8)
  })

  test('name states that payment attempts have', () => {
    const states = expressions
      .flatMap(({ expr }) => selectorsOf(expr))
      .flatMap(({ labels }) => labels.filter(({ name }) => name === 'state'))
      .flatMap(({ value }) => value.split('|'))
    expect(states.filter((state) => !ATTEMPT_STATES.includes(state as never))).toEqual([])
    expect(states.length).toBeGreaterThan(3)
  })

  test('read every metric of docs/alerts.md, and rules those with an alert', () => {
    const [, section = ''] = /^## Metrics\n([\s\S]*?)^## /m.exec(page) ?? []
    const table = [...section.matchAll(/^\| `(surtidor_\w+).*?` \|.*\| (.*?) \|$/gm)]
    expect(table.length).toBeGreaterThan(8)
    const readBy = (list: string[]) => list.flatMap(selectorsOf).map(({ metric }) => metric)
    const inRules = readBy(rules.map(({ expr }) => expr))
    const anywhere = readBy(expressions.map(({ expr }) => expr))
    const uses = (list: string[], name: string) =>
      list.some((metric) => metric.replace(/_(bucket|count|sum)$/, '') === name || metric === name)
    expect(table.filter(([, name = '']) => !uses(anywhere, name)).map(([, name]) => name)).toEqual(
      [],
    )
    expect(
      table
        .filter(([, name = '', alert]) => alert !== '-' && !uses(inRules, name))
        .map(([, name]) => name),
    ).toEqual([])
  })

  test('each alert has a severity, a summary and a section of its name in docs/alerts.md', () => {
    const anchors = new Set(
      [...page.matchAll(/^#{2,} (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      ),
    )
    const wrong = rules.filter(
      ({ alert, labels, annotations: { summary, runbook_url } }) =>
        !['page', 'ticket'].includes(labels.severity) ||
        summary.length < 20 ||
        runbook_url !== `docs/alerts.md#${alert.toLowerCase()}` ||
        !anchors.has(alert.toLowerCase()),
    )
    expect(wrong.map(({ alert }) => alert)).toEqual([])
    const sections = [...page.matchAll(/^### (Surtidor\w+)$/gm)].map(([, name]) => name)
    expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  })

  test('promtool accepts the rules, and their tests pass, where it is installed', () => {
    for (const command of ['check rules deploy/alerts.yml', 'test rules deploy/alertTests.yml']) {
      const run = spawnSync('promtool', command.split(' '), { cwd: root, encoding: 'utf8' })
      expect(run.error ? '' : run.stderr).toBe('')
    }
    const tested = [...read('deploy/alertTests.yml').matchAll(/alertname: (\w+)/g)]
    const names = new Set(rules.map(({ alert }) => alert))
    expect(tested.filter(([, name = '']) => !names.has(name))).toEqual([])
  })

  test('each panel of the dashboard says what it shows', () => {
    const charts = panels.filter(({ type }) => type !== 'row')
    expect(charts.filter(({ description = '' }) => description.length < 5)).toEqual([])
  })
})
