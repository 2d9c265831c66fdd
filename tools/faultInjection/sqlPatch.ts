import { Client } from 'pg'

interface Statement {
  text: string
  values?: unknown[]
}
interface Driver {
  query: (config: unknown, ...rest: unknown[]) => unknown
}

interface SqlPatch {
  /** Changes the text of every statement before it is sent. */
  rewrite?: (text: string) => string
  /** Called after every statement with its own text; the result is returned once the call has ended. */
  after?: (text: string, values: unknown[]) => unknown
}

/** Patches the `pg` client of this process. */
export function patchSql({ rewrite = (text) => text, after }: SqlPatch): void {
  const driver = Client.prototype as unknown as Driver
  const { query } = driver
  driver.query = function (config, ...rest) {
    if (typeof config === 'string') return query.call(this, rewrite(config), ...rest)
    if (!isStatement(config)) return query.call(this, config, ...rest)
    const result = query.call(this, { ...config, text: rewrite(config.text) }, ...rest)
    if (!after || !(result instanceof Promise)) return result
    const values = (Array.isArray(rest[0]) ? rest[0] : config.values) ?? []
    return result.then(async (rows: unknown) => {
      await after(config.text, values)
      return rows
    })
  }
}

const isStatement = (config: unknown): config is Statement =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('submit' in config)
