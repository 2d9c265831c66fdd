import type { ReactNode } from 'react'

interface Props {
  picture: IllustrationName
  title: string
  /** One sentence: what will be shown here, or what to do. */
  children: ReactNode
  action?: ReactNode
}

export function EmptyState({ picture, title, children, action }: Props) {
  return (
    <div className="flex animate-rise flex-col items-center gap-2 px-4 py-8 text-center">
      <Illustration name={picture} />
      <p className="mt-2 max-w-full text-[min(1.125rem,8vw)] font-bold wrap-anywhere">{title}</p>
      <p className="max-w-[min(22rem,100%)] text-pretty text-soft">{children}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

/** All drawings share a ground line and a size of 160 by 120; the sun is the only warm colour. */
const DRAWINGS = {
  /** No movements: a dispenser. */
  pump: (
    <>
      <path d="M58 96V40a8 8 0 0 1 8-8h22a8 8 0 0 1 8 8v56M50 96h54" />
      <path d="M66 42h22v15H66z" className="fill-brand-tint" />
      <path d="M96 62h5a7 7 0 0 1 7 7v11a6 6 0 0 0 12 0V54l-10-11" />
      <path d="m112 45-4 4v7h12" />
    </>
  ),
  /** No debts: a receipt with a tick. */
  receipt: (
    <>
      <path d="M56 28h48v68l-8-5-8 5-8-5-8 5-8-5-8 5z" className="fill-surface" />
      <path d="M66 42h28M66 53h18" />
      <path d="m70 70 8 8 14-15" className="stroke-good" strokeWidth="4" />
    </>
  ),
  /** No notifications: a bell. */
  bell: (
    <>
      <path d="M60 82V58a20 20 0 0 1 40 0v24l6 8H54z" className="fill-surface" />
      <path d="M80 38v-7M72 95a8 8 0 0 0 16 0" />
    </>
  ),
  /** Not found: a signpost that points both ways. */
  signpost: (
    <>
      <path d="M80 97V30" />
      <path d="M70 38h32l8 8-8 8H70z" className="fill-surface" />
      <path d="M90 61H58l-8 8 8 8h32z" className="fill-surface" />
    </>
  ),
  /** An error: a drop with a cross. */
  spill: (
    <>
      <path
        d="M80 30c13 18 20 29 20 39a20 20 0 0 1-40 0c0-10 7-21 20-39z"
        className="fill-surface"
      />
      <path d="m73 62 14 14M87 62 73 76" className="stroke-bad" strokeWidth="4" />
    </>
  ),
  /** Offline: broken radio waves. */
  offline: (
    <>
      <path d="M46 56a48 48 0 0 1 68 0M57 68a32 32 0 0 1 46 0M68 79a17 17 0 0 1 24 0" />
      <circle cx="80" cy="90" r="3.5" className="fill-brand-text" />
      <path d="m58 92 44-52" className="stroke-bad" strokeWidth="4" />
    </>
  ),
  /** The scanner: a code in a frame. */
  scan: (
    <>
      <path d="M52 44V34a4 4 0 0 1 4-4h10M94 30h10a4 4 0 0 1 4 4v10M108 74v10a4 4 0 0 1-4 4H94M66 88H56a4 4 0 0 1-4-4V74" />
      <path d="M64 43h12v12H64zM84 43h12v12H84zM64 63h12v12H64z" className="fill-surface" />
      <path d="M86 64h4M95 64v6M86 74h10" />
    </>
  ),
} satisfies Record<string, ReactNode>

type IllustrationName = keyof typeof DRAWINGS

/** The illustrations of empty and error states. Decorative: hidden from screen readers. */
function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 160 120"
      className="h-36 w-48 max-w-full"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="124" cy="30" r="13" className="fill-sun" />
      <path d="M4 97c22-18 46-27 76-27s54 9 76 27z" className="fill-brand-tint" />
      <path d="M4 97h152" className="stroke-line" />
      <g className="stroke-brand-text">{DRAWINGS[name]}</g>
    </svg>
  )
}
