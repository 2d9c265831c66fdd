import { points } from '#kit/format/numbers.ts'

interface Props {
  /** Rows that came above those that are drawn. */
  added: number
  /** There may be more of them. */
  isMore: boolean
  /** Rows that are drawn and have left the list. */
  left: number
  onShow: () => void
}

/** What changed in the list since it was drawn, over its head: it takes no room, so that no row moves. */
export function NewRows({ added, isMore, left, onShow }: Props) {
  const texts = [
    added > 0 && `${isMore ? 'Más de ' : ''}${points(added)} ${added === 1 ? 'nueva' : 'nuevas'}`,
    left > 0 && `${points(left)} ya no ${left === 1 ? 'está' : 'están'}`,
  ].filter(Boolean)
  return (
    <output className="sticky top-20 z-3 -mb-3 flex h-0 justify-center lg:top-2 lg:-mb-2">
      {texts.length > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="h-11 rounded-full bg-brand px-4 text-sm font-semibold text-on-brand shadow-float hover:bg-brand-strong dense:mt-0.5 dense:h-8"
        >
          {texts.join(' · ')}
        </button>
      )}
    </output>
  )
}
