/** Parameters of an address that belong to the whole page and to no list: the scenario of a demo, and its guided tour. */
export const PAGE_PARAMS = ['scenario', 'tour', 'step'] as const
export type PageParam = (typeof PAGE_PARAMS)[number]
