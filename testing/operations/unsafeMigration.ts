/** What may break the previous version of the server or fail on its rows. */
const UNSAFE: [what: string, pattern: RegExp][] = [
  ['drops', /\bdrop (?!not null)/i],
  ['renames', /\brename\b/i],
  ['changes the type of a column', /\balter column \S+ (set data )?type\b/i],
  ['refuses NULL', /\bset not null\b/i],
  ['deletes rows', /(?:^|; |\b(?:begin|then|as \S+) )(?:truncate|delete from) /i],
]

/** The name of the table of a statement, without schema and quotes. */
const tableIn = (pattern: RegExp, text: string) => pattern.exec(text)?.[1]?.replaceAll('"', '')

/**
 * What is unsafe in one migration while the previous version serves.
 * @param statements of the migration, in order
 * @returns one line for each, with the beginning of the statement
 */
export function unsafeStatements(statements: string[]): string[] {
  const created = new Set<string>()
  return statements.flatMap((statement) => {
    const text = statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
    const table = tableIn(/^create table (?:if not exists )?(?:"?public"?\.)?(\S+)/i, text)
    if (table) created.add(table)
    const altered = tableIn(/\balter table (?:only )?(?:"?public"?\.)?(\S+)/i, text)
    const indexed = tableIn(/\bcreate unique index .*? on (?:"?public"?\.)?(\S+)/i, text)
    const isOld = (name: string | undefined) => name !== undefined && !created.has(name)
    const found = UNSAFE.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
    if (isOld(altered) && /\badd column\b.*\bnot null\b/i.test(text) && !/\bdefault\b/i.test(text))
      found.push('adds a column that must be given')
    if (isOld(altered) && /\badd constraint\b/i.test(text)) found.push('constrains an old table')
    const revoked = [...text.matchAll(/\brevoke [^;]*? on (?:table )?"?(\w+)"? from/gi)]
    if (revoked.some(([, name]) => isOld(name))) found.push('takes rights away')
    if (isOld(indexed)) found.push('makes an old table unique')
    return found.map((what) => `${what}: ${text.slice(0, 100)}`)
  })
}
