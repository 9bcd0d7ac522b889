export interface RequestName {
  /** `asset`: a file of the pages; `probe`: a health check. */
  kind: 'call' | 'asset' | 'probe'
  method: string
  /** The path; every segment that is no word of a known address is `:id`. */
  route: string
  /** Name of the endpoint in the contract. */
  endpoint?: string
  environment?: string
}

/** `url` as the request has it: path and query. */
export type NameRequest = (method: string, url: string) => RequestName
