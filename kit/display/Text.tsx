import type { ReactNode } from 'react'

const KINDS = {
  plain: '',
  soft: 'text-soft',
  small: 'text-sm text-soft',
  strong: 'font-semibold',
  lead: 'text-lg text-pretty',
}

/** A paragraph. */
export function Text({
  kind = 'plain',
  children,
}: {
  kind?: keyof typeof KINDS
  children: ReactNode
}) {
  return <p className={KINDS[kind]}>{children}</p>
}
