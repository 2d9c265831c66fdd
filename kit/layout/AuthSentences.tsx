/** What the program gives, beside the form of a wide window. */
export function AuthSentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="mt-10 flex max-w-112 flex-col gap-5 text-lg text-on-deep-soft">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-3.5">
          <svg aria-hidden="true" viewBox="0 0 24 28" className="mt-0.5 h-6 w-5 shrink-0 fill-sun">
            <path d="M12 1c6 8.5 9.5 13 9.5 17.5a9.5 9.5 0 0 1-19 0C2.5 14 6 9.5 12 1z" />
          </svg>
          <span className="text-pretty">{sentence}</span>
        </li>
      ))}
    </ul>
  )
}
