import { Check, Copy } from 'lucide-react'
import Link from 'next/link'
import { Fragment, useEffect, useState } from 'react'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { copyText } from '#lib/utils/browser/browser.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { midSentence } from '#lib/utils/text/counts.ts'
import { IdBars } from './tube.tsx'
import { usePrinting } from './viewer.tsx'

const SHOWN_FOR = 2_000

/** True for two seconds after a copy that worked; one that did not says how to go on. A function is asked when it is copied. */
export function useCopy(text: string | (() => string), noun: string) {
  // The copied text may have been replaced since.
  const [last, setLast] = useState<{ text: typeof text } | null>(null)
  useEffect(() => {
    if (last === null) return
    const timer = setTimeout(() => setLast(null), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [last])
  const copy = async () => {
    const done = await copyText(typeof text === 'string' ? text : text())
    setLast(done ? { text } : null)
    if (done) announce(`${noun} copied.`)
    else
      toast({
        kind: 'failed',
        title: `${noun} wasn’t copied.`,
        text: 'The browser blocked it. Select it and copy it manually.',
      })
  }
  return { copied: last !== null && (typeof text === 'function' || last.text === text), copy }
}

interface CopyableIdProps {
  id: string
  /** Kind of ID: "User ID". */
  noun: string
  /** Address of the record; in a list the whole row links to it. */
  href?: string
  /** All of it, where there is room: on a phone there is not. */
  full?: boolean
  /** Without bars: it is nobody's id here, such as the number of a parcel. */
  plain?: boolean
}

/** An id as bars, its first 8 and last 4 characters, and a button that copies all of it; on paper all of it. */
export function CopyableId({ id, noun, href, full = false, plain = false }: CopyableIdProps) {
  const { copied, copy } = useCopy(id, noun)
  const tabIndex = useTabIndex()
  const isPrinting = usePrinting()
  const shown = isPrinting ? <PaperId id={id} /> : shortId(id)
  return (
    <Verbatim className="id-text">
      {!plain && <IdBars id={id} />}
      {href ? (
        <Link href={href} prefetch={false} tabIndex={tabIndex} title={id} className="row-link">
          {shown}
        </Link>
      ) : (
        <span title={id}>{full && !isPrinting ? <FullId id={id} /> : shown}</span>
      )}
      <button
        type="button"
        data-copy=""
        tabIndex={tabIndex}
        onClick={() => void copy()}
        aria-label={`Copy ${midSentence(noun)} ${id}`}
        className="id-copy"
        data-tone={copied ? 'ok' : undefined}
        data-copied={copied || undefined}
      >
        {copied ? (
          <>
            <Check className="size-3.5 stroke-2" />
            <span className="text-xs font-control">Copied</span>
          </>
        ) : (
          <Copy className="size-3.5" />
        )}
      </button>
    </Verbatim>
  )
}

/** An id in short; on paper all of it. */
export function ShortId({ id }: { id: string }) {
  return <Verbatim>{usePrinting() ? <PaperId id={id} /> : shortId(id)}</Verbatim>
}

/** All of it, broken between its groups where it must. */
function PaperId({ id }: { id: string }) {
  return id.split(/(?<=-)/).map((group, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an ID never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {group}
    </Fragment>
  ))
}

function FullId({ id }: { id: string }) {
  return (
    <>
      <span className="max-rail:hidden">{id}</span>
      <span className="rail:hidden">{shortId(id)}</span>
    </>
  )
}
