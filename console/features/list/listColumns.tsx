import { isEmpty, ObjectValue, valueText } from '#console/features/ObjectValue.tsx'
import type { ListColumn, ObjectRow, ObjectValue as Value } from '#contract/console/objectPage.ts'
import type { Column } from '#kit/display/Table.tsx'

interface Look {
  /** Names of the columns that the operator does not want. */
  hidden: readonly string[]
  first: 'newest' | 'oldest'
  onTurn: (first: Look['first']) => void
}

/** The columns of a list, drawn by what their cells hold: figures at the right, words cut off. */
export const listColumns = (
  columns: readonly ListColumn[],
  rows: readonly ObjectRow[],
  { hidden, first, onTurn }: Look,
): Column<ObjectRow>[] =>
  columns
    .map(({ name, place: shown, sorted }, place): Column<ObjectRow> => {
      const values = rows.flatMap(({ cells }) => cells[place] ?? []).filter((one) => !isEmpty(one))
      return {
        name,
        ...(shown && { place: shown }),
        cell: ({ cells }) => drawCell(cells[place]),
        isFigure: values.length > 0 && values.every(isFigure),
        ...(values.some(isWords) && { text: ({ cells }) => textOf(cells[place]) }),
        ...(values.some(({ uncut }) => uncut) && { uncut: true }),
        ...(sorted && {
          sort: {
            direction: first === 'newest' ? 'descending' : 'ascending',
            turn: () => onTurn(first === 'newest' ? 'oldest' : 'newest'),
          },
        }),
      }
    })
    .filter(({ name }) => !hidden.includes(name))

const isFigure = ({ cents, count, millilitres }: Value) =>
  cents !== undefined || count !== undefined || millilitres !== undefined
const isWords = ({ text, tone }: Value) => text !== undefined && tone === undefined
const textOf = (value: Value | undefined) => (value && !isFigure(value) ? valueText(value) : '')

/** A cell; an empty one is an empty text, which a phone leaves out. */
const drawCell = (value: Value | undefined) =>
  value && !isEmpty(value) ? <ObjectValue value={value} plain /> : ''
