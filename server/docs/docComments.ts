import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'

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

/** The parts of a node of the syntax tree (ESTree) that are read here. */
type Node = { type: string; start: number; end: number; name?: string; value?: unknown } & {
  [part in 'key' | 'id' | 'init' | 'object']?: Node
}
const constants = new Map<string, Declaration>()
const NO_COMMENT = { value: '', end: 0 }
/** The comments of the fields of one name. */
const byName = new Map<string, Set<string>>()

/** Adds the constants of a source; the keys of the object literals in a value are its fields. */
function scan(source: string): void {
  const { program, comments } = parseSync('contract.ts', source)
  /** The text of the doc comment that ends where a node begins. */
  const commentOf = ({ start }: { start: number }) => {
    const { value, end: last } = comments.findLast(({ end }) => end <= start) ?? NO_COMMENT
    return value.startsWith('*') && source.slice(last, start).trim() === '' ? textOf(value) : ''
  }
  const read = (value: unknown, of: Declaration): void => {
    if (Array.isArray(value)) for (const inner of value) read(inner, of)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node
    const text = source.slice(node.start, node.end)
    if (node.type === 'Property') {
      const name = node.key?.name ?? String(node.key?.value)
      const field = { comment: commentOf(node), fields: new Map(), mentions: [] }
      of.fields.set(name, field)
      if (field.comment) byName.set(name, (byName.get(name) ?? new Set()).add(field.comment))
      read(node.value, field)
    } else if (/^(?:Member|Identifier)/.test(node.type) && /^[\w.]+$/.test(text))
      of.mentions.push(text)
    else if (node.type === 'MemberExpression') read(node.object, of)
    else for (const inner of Object.values(node)) read(inner, of)
  }
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations as Node[]) {
      const constant = { comment: commentOf(statement), fields: new Map(), mentions: [] }
      if (id?.name && !constants.get(id.name)?.comment) constants.set(id.name, constant)
      read(init, constant)
    }
  }
}

/** The text of a doc comment up to its first tag; a paragraph is one line. */
const textOf = (comment: string) =>
  comment
    .slice(1)
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
 * all commented fields of its name have; undefined when there is no such comment.
 */
export function descriptionOf(name: string, field: Declaration | undefined): string | undefined {
  if (field?.comment) return field.comment
  for (const mention of field?.mentions ?? []) {
    const used = declarationOf(mention)
    if (used?.comment && (/^[A-Z]/.test(mention) || mention === name)) return used.comment
  }
  const [comment, ...others] = byName.get(name) ?? []
  return others.length === 0 ? comment : undefined
}

/** `personId` as `Person id.` */
export const nameAsText = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]+/g, (next) =>
    next.length > 1 ? ` ${next}` : ` ${next.toLowerCase()}`,
  )
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
