import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One parsed source file. */
interface Source {
  /** Text of each top-level declaration, by name. */
  declared: Map<string, string>
  /** File and exported name of each import, by local name. */
  imported: Map<string, { file: string; name: string }>
}

const root = join(import.meta.dirname, '../..')
const parsed = new Map<string, Source>()

/** After formatting, only top-level declarations begin at the start of a line. */
const DECLARATION =
  /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)|^export (default)/
const TYPE_OR_IMPORT = /^(?:export )?(?:type|interface|import)\b/

function sourceOf(file: string): Source {
  const cached = parsed.get(file)
  if (cached) return cached
  const source: Source = { declared: new Map(), imported: new Map() }
  parsed.set(file, source)
  if (!existsSync(join(root, file))) return source
  const text = readFileSync(join(root, file), 'utf8').replaceAll(
    /\/\*[\s\S]*?\*\/|^ *\/\/.*$/gm,
    '',
  )
  let name = ''
  for (const line of text.split('\n')) {
    const [, declared, defaultExport] = DECLARATION.exec(line) ?? []
    if (declared ?? defaultExport) name = declared ?? defaultExport ?? ''
    else if (TYPE_OR_IMPORT.test(line)) name = ''
    if (name) source.declared.set(name, `${source.declared.get(name) ?? ''}${line}\n`)
  }
  for (const [, names = '', from = ''] of text.matchAll(/^import \{([^}]*)\} from '#([^']+)'/gm))
    for (const specifier of names.split(',').map((part) => part.trim())) {
      const [exported = '', local = exported] = specifier.split(' as ')
      if (!specifier.startsWith('type ')) source.imported.set(local, { file: from, name: exported })
    }
  return source
}

/** SQL names of all tables, by file and name of the declaration. */
const tables = new Map<string, string>(
  readdirSync(join(root, 'db/tables')).flatMap((file) =>
    [...sourceOf(`db/tables/${file}`).declared].flatMap(([name, text]) => {
      const [, table] = /pgTable\(\s*'(\w+)'/.exec(text) ?? []
      return table ? [[`db/tables/${file} ${name}`, table] as const] : []
    }),
  ),
)

/**
 * The tables that a call reads or writes, found by following names from declaration to declaration
 * in server/ and db/. Functions passed as arguments are not followed.
 * @param handler file of the handler, such as `server/user/login.ts`
 * @returns SQL names, in the order of the table files
 */
export function tablesUsedBy(handler: string): string[] {
  const seen = new Set<string>()
  const found = new Set<string>()
  const walk = (file: string, name: string): void => {
    const key = `${file} ${name}`
    if (seen.has(key)) return
    seen.add(key)
    const table = tables.get(key)
    if (table) {
      found.add(table)
      return
    }
    const { declared, imported } = sourceOf(file)
    const text = declared.get(name) ?? ''
    for (const [, raw = ''] of text.matchAll(/\b(?:from|join|into|update) (\w+)/g)) found.add(raw)
    // Skips field accesses, property names, strings and `typeof` types.
    for (const [, word = ''] of text.matchAll(/(?<![.\w']|typeof )([a-zA-Z]\w*)\b(?!'|\??:)/g)) {
      const from = imported.get(word)
      if (from && /^(server|db)\//.test(from.file)) walk(from.file, from.name)
      else if (declared.has(word)) walk(file, word)
    }
  }
  walk(handler, 'default')
  return [...tables.values()].filter((table) => found.has(table))
}
