import { IconCircle } from '#kit/display/IconCircle.tsx'

interface Props {
  name: string
  /** Under the name: the mail address. */
  detail: string
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()

/** Whose session it is, at the top of the side menu. */
export function UserSummary({ name, detail }: Props) {
  return (
    <div className="flex items-center gap-3 px-2">
      <IconCircle tone="warn">{initials(name)}</IconCircle>
      <div className="min-w-0">
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-sm text-soft">{detail}</p>
      </div>
    </div>
  )
}
