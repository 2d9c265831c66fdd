import { type ReactNode, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { List } from '#kit/display/List.tsx'

interface Props {
  label: string
  /** How many rows are drawn before the others are asked for. */
  first: number
  /** The button that draws the others. */
  more: string
  children: readonly ReactNode[]
}

/** A list that begins with its first rows. */
export function FirstRows({ label, first, more, children }: Props) {
  const [all, setAll] = useState(false)
  return (
    <>
      <List label={label}>{all ? children : children.slice(0, first)}</List>
      {!all && children.length > first && (
        <Button kind="quiet" wide onClick={() => setAll(true)}>
          {more}
        </Button>
      )}
    </>
  )
}
