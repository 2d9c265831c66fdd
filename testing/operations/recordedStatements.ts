import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A statement of the server with the parameters of one execution. */
export interface RecordedStatement {
  text: string
  /** In PostgreSQL's text form; null is NULL. */
  parameters: (string | null)[]
}

/** Settings of a cluster that logs each statement with its parameters to `folder`. */
export const recordingSettings = (folder: string) => [
  'logging_collector=on',
  'log_destination=jsonlog',
  `log_directory=${folder}`,
  'log_rotation_size=0',
  'log_file_mode=0644',
  'log_statement=all',
]

/** A line of PostgreSQL's log in JSON. */
interface LogLine {
  application_name?: string
  message?: string
  detail?: string
}

const FILE = join(import.meta.dirname, '../../db/previousVersion.jsonl')

/** The statements of the previous version, one a line. */
export async function previousStatements(): Promise<RecordedStatement[]> {
  const lines = (await readFile(FILE, 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as RecordedStatement)
}

/** Writes the statements of a log that came from a server, each text once, sorted. */
export async function recordStatements(folder: string, applicationName: string): Promise<void> {
  const found = new Map<string, RecordedStatement>()
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort())
    for (const line of (await readFile(join(folder, file), 'utf8')).split('\n').filter(Boolean)) {
      const { application_name, message = '', detail = '' } = JSON.parse(line) as LogLine
      if (application_name !== applicationName) continue
      const [, text = ''] = /^(?:execute [^:]+|statement): ([\s\S]+)$/.exec(message) ?? []
      if (!isReplayable(text) || found.has(text)) continue
      found.set(text, { text, parameters: parametersIn(detail) })
    }
  const sorted = [...found.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
  await writeFile(FILE, sorted.map((statement) => `${JSON.stringify(statement)}\n`).join(''))
}

/**
 * Statements that read or write rows of the product's own schema. Those with an address in their text are a
 * test's, and those that select a whole table or a subquery are the invariants'.
 */
const isReplayable = (text: string) =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !/@|::text as row|^\s*select \* from \(|\bjobs\./.test(text)

/** The values of `Parameters: $1 = 'a', $2 = NULL`, whose quotes are doubled inside a value. */
function parametersIn(detail: string): (string | null)[] {
  return [...detail.matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')/g)].map(([, whole, value = '']) =>
    whole === 'NULL' ? null : value.replaceAll("''", "'"),
  )
}
