import { IconCircle } from '#kit/display/IconCircle.tsx'

interface Props {
  name: string
  /** Below the name: the e-mail. */
  detail: string
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()

export function UserSummary({ name, detail }: Props) {
  return (
    <div className="flex items-center gap-3 px-2">
      <IconCircle icon={initials(name)} tone="warn" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-soft">{detail}</p>
      </div>
    </div>
  )
}
