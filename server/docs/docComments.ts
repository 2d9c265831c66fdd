import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A constant or field of the contract: its doc comment, its own fields, and the names in its value. */
export interface Declaration {
  comment: string
  fields: Map<string, Declaration>
  mentions: string[]
}

const CONTRACT = join(import.meta.dirname, '../../contract')
/** The sources of the contract, as paths. */
export const contractFiles = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
  // The gateway's own protocol is no part of the calls.
  .filter((file) => /(?<!\.test)\.ts$/.test(file) && file !== 'geopay.ts')
  .toSorted()
  .map((file) => join(CONTRACT, file))

const TOKEN = new RegExp(
  [
    /\/\*[^]*?\*\/|\/\/.*/,
    /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/,
    /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//,
    /(?:\.\.\.)?[\w$]+(?:\.[\w$]+)*/,
    /[{}()[\],:]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)
const constants = new Map<string, Declaration>()
/** The comments of the fields of one name. */
const byName = new Map<string, Set<string>>()

/** Adds the constants of a source; the keys of the object literals in a value are its fields. */
function scan(source: string): void {
  const words: { word: string; comment: string }[] = []
  let comment = ''
  for (const [word] of source.matchAll(TOKEN))
    if (word.startsWith('/**')) comment = textOf(word)
    else if (!/^\/[/*]/.test(word)) {
      words.push({ word, comment })
      comment = ''
    }
  const scopes: { open: string; of?: Declaration; field?: Declaration }[] = []
  let constant: Declaration | undefined
  words.forEach(({ word, comment }, at) => {
    const [before = '', next = ''] = [words[at - 1]?.word, words[at + 1]?.word]
    const scope = scopes.at(-1)
    const target = scope ? (scope.field ?? scope.of) : constant
    const isKey = scope?.open === '{' && '{,'.includes(before) && /^\w/.test(word)
    if ('{(['.includes(word)) scopes.push({ open: word, ...(target && { of: target }) })
    else if ('})]'.includes(word)) scopes.pop()
    else if (word === ',') delete scope?.field
    else if (!scope && before === 'const') {
      constant = {
        comment: words[at - 2]?.comment || words[at - 1]?.comment || '',
        fields: new Map(),
        mentions: [],
      }
      if (!constants.get(word)?.comment) constants.set(word, constant)
    } else if (!scope && /^(?:function|type|interface|import)$/.test(word)) constant = undefined
    else if (scope?.of && isKey && ':,}'.includes(next)) {
      scope.field = { comment, fields: new Map(), mentions: next === ':' ? [] : [word] }
      scope.of.fields.set(word, scope.field)
      if (comment) byName.set(word, (byName.get(word) ?? new Set()).add(comment))
    } else if (/^[.\w]/.test(word)) target?.mentions.push(word.replace('...', ''))
  })
}

/** The text of a doc comment up to its first tag; a paragraph is one line. */
const textOf = (comment: string) =>
  comment
    .slice(3, -2)
    .replaceAll(/^ *\* ?/gm, '')
    .replace(/^@[^]*/m, '')
    .trim()
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')

for (const file of contractFiles) scan(readFileSync(file, 'utf8'))

/** The constant of a name, or a field below it: `login.response`. */
export function declarationOf(path: string): Declaration | undefined {
  const [name = '', ...fields] = path.split('.')
  return fields.reduce(
    (found, field) => (found && fieldOf(found, field)) ?? found,
    constants.get(name),
  )
}

/** A field of a declaration, its own or of a constant that its value names. */
export function fieldOf(of: Declaration, name: string): Declaration | undefined {
  const own = of.fields.get(name)
  if (own) return own
  for (const mention of of.mentions) {
    const named = declarationOf(mention)
    const field = named && named !== of && fieldOf(named, name)
    if (field) return field
  }
  return undefined
}

/**
 * The description of a field: its own comment, else that of the schema that it uses, else the one that
 * all commented fields of its name have; empty when there is no such comment.
 */
export function descriptionOf(name: string, field: Declaration | undefined): string {
  if (field?.comment) return field.comment
  for (const mention of field?.mentions ?? []) {
    const used = declarationOf(mention)
    if (used?.comment && (/^[A-Z]/.test(mention) || mention === name)) return used.comment
  }
  const [comment = '', ...others] = byName.get(name) ?? []
  return others.length === 0 ? comment : ''
}
