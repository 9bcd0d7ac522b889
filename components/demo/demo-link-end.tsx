import { Unlink } from 'lucide-react'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'

/** First path parts of links made in the demo. */
export const DEMO_LINKS = ['link', 'portal', 'setup'] as const

const TEXTS: Readonly<Record<(typeof DEMO_LINKS)[number], { title: string; text: string }>> = {
  link: {
    title: 'This link doesn’t work in the demo',
    text: 'In a real environment, the patient connects a source here.',
  },
  portal: {
    title: 'This portal link doesn’t work in the demo',
    text: 'In a real environment, the patient’s portal opens here.',
  },
  setup: {
    title: 'This invitation doesn’t work in the demo',
    text: 'Outside the demo, your colleague sets a password here and signs in.',
  },
}

/** Tells someone who follows a demo link that it leads nowhere. */
export function DemoLinkEnd({ kind }: { kind: (typeof DEMO_LINKS)[number] }) {
  const { title, text } = TEXTS[kind]
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState mark={<Unlink className="size-6" />} title={title}>
        {text} The demo uses sample data only.
      </EmptyState>
    </>
  )
}
