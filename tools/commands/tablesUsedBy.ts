import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file's declarations by name, and where the names that it imports are from. */
interface Source {
  declared: Map<string, string>
  imported: Map<string, { file: string; name: string }>
}

const root = join(import.meta.dirname, '../..')
const known = new Map<string, Source>()

/** The formatter puts each declaration of a file, and nothing else, at the beginning of a line. */
const DECLARATION =
  /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)|^export (default)/
const OTHER = /^(?:export )?(?:type|interface|import)\b/

function sourceOf(file: string): Source {
  const before = known.get(file)
  if (before) return before
  const source: Source = { declared: new Map(), imported: new Map() }
  known.set(file, source)
  if (!existsSync(join(root, file))) return source
  const text = readFileSync(join(root, file), 'utf8').replaceAll(
    /\/\*[\s\S]*?\*\/|^ *\/\/.*$/gm,
    '',
  )
  let name = ''
  for (const line of text.split('\n')) {
    const [, declared, whole] = DECLARATION.exec(line) ?? []
    if (declared ?? whole) name = declared ?? whole ?? ''
    else if (OTHER.test(line)) name = ''
    if (name) source.declared.set(name, `${source.declared.get(name) ?? ''}${line}\n`)
  }
  for (const [, names = '', from = ''] of text.matchAll(/^import \{([^}]*)\} from '#([^']+)'/gm))
    for (const one of names.split(',').map((part) => part.trim())) {
      const [theirs = '', ours = theirs] = one.split(' as ')
      if (!one.startsWith('type ')) source.imported.set(ours, { file: from, name: theirs })
    }
  return source
}

/** Every table there is, by the file and the name of its declaration, in the order of the files. */
const tables = new Map<string, string>(
  readdirSync(join(root, 'db/tables')).flatMap((file) =>
    [...sourceOf(`db/tables/${file}`).declared].flatMap(([name, text]) => {
      const [, table] = /pgTable\(\s*'(\w+)'/.exec(text) ?? []
      return table ? [[`db/tables/${file} ${name}`, table] as const] : []
    }),
  ),
)

/**
 * The tables that a call reads or writes: of the SQL that its handler reaches, from function to
 * function by name, in server/ and db/. What reaches it as an argument is not seen.
 * @param handler the handler's file, such as `server/user/login.ts`
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
    // Neither a field, nor a property's name, nor a type's.
    for (const [, word = ''] of text.matchAll(/(?<![.\w']|typeof )([a-zA-Z]\w*)\b(?!'|\??:)/g)) {
      const from = imported.get(word)
      if (from && /^(server|db)\//.test(from.file)) walk(from.file, from.name)
      else if (declared.has(word)) walk(file, word)
    }
  }
  walk(handler, 'default')
  return [...tables.values()].filter((table) => found.has(table))
}
