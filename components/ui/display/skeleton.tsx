import clsx from 'clsx'

/** The shape of something that is still under way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('loading-bar block', className)} />
}
