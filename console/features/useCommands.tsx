import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, Palette, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#console/context.ts'
import { PAGES, pagesOf } from '#console/pages.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import { home } from '#contract/operator/home.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { chooseTheme } from '#kit/style/theme.ts'

/** What the search box does without a search. */
export interface Command {
  title: string
  /** Where it is done. */
  detail?: string
  icon: ReactNode
  run: () => void
}

const THEMES = { light: 'Colores claros', dark: 'Colores oscuros', system: 'Colores automáticos' }

/** The pages of the operator, the actions of the lists, and the themes. */
export function useCommands(): Command[] {
  const navigate = useNavigate()
  const { roles = [] } = useSession() ?? {}
  // The menu asks for it: here it is only read.
  const { data } = useCallQuery(home, {}, { staleTime: Number.POSITIVE_INFINITY })
  return [
    ...pagesOf(roles).map((to) => ({
      title: `Ir a ${PAGES[to].title}`,
      icon: <ArrowRight aria-hidden="true" size={18} />,
      run: () => void navigate({ to }),
    })),
    ...(data?.listActions ?? []).map(({ kind, name, label }) => ({
      title: label,
      detail: kindOf(kind).title,
      icon: <Plus aria-hidden="true" size={18} />,
      run: () => void navigate({ to: kindOf(kind).path, search: { action: name } }),
    })),
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      title: THEMES[theme],
      icon: <Palette aria-hidden="true" size={18} />,
      run: () => chooseTheme(theme),
    })),
  ]
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)

/** The commands that have a word with each of the typed beginnings; «ir a» before a page need not be typed. */
export function commandsLike(commands: readonly Command[], typed: string): Command[] {
  const [first, second, ...rest] = wordsOf(typed)
  const isGoing = first === 'ir' && (second === undefined || 'a'.startsWith(second))
  const wanted = isGoing ? rest : wordsOf(typed)
  return commands.filter(({ title, detail = '' }) => {
    const isPage = title.startsWith(GO)
    const words = wordsOf(`${isPage ? title.slice(GO.length) : title} ${detail}`)
    return (
      (!isGoing || isPage) && wanted.every((begin) => words.some((word) => word.startsWith(begin)))
    )
  })
}
const GO = 'Ir a '
