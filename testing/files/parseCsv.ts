/** The rows of a CSV text that is separated by semicolons (RFC 4180 otherwise). */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = text.replace(/^\uFEFF/, '')
  while (rest !== '') {
    const [whole, quoted, plain, end] =
      /^(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n|$)/.exec(rest) ?? []
    if (whole === undefined) throw new Error(`no cell at ${JSON.stringify(rest.slice(0, 40))}`)
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    rest = rest.slice(whole.length)
    if (end === ';') continue
    rows.push(row)
    row = []
  }
  return rows
}
