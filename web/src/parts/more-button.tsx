interface Props {
  readonly label: string
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): Promise<unknown>
  }
}

/** Brings the next page of a list, while there is one. */
export const MoreButton = ({ label, list }: Props) =>
  list.hasNextPage && (
    <div className="more">
      <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? 'Loading…' : label}
      </button>
    </div>
  )
