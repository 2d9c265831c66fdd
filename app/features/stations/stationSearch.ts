import type { Branch } from '#contract/entities/branch.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'

export const plainText = (text: string): string =>
  text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * Whether a station has every typed word, or a part of a word, in its name, its address with the locality, or
 * its department: in any order, with or without accents and capitals. Every station has no words.
 */
export function matchesStation(
  { name, address, department }: Pick<Branch, 'name' | 'address' | 'department'>,
  typed: string,
): boolean {
  const departmentName = DEPARTMENTS.find(({ code }) => code === department)?.text
  const text = plainText([name, address, departmentName].join(' '))
  return plainText(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => text.includes(word))
}
