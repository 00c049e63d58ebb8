/** A few numbers side by side, each with what it counts. */
export const Figures = ({
  figures,
}: {
  figures: readonly { readonly label: string; readonly value: string; readonly title?: string }[]
}) => (
  <dl className="figures">
    {figures.map(({ label, value, title }) => (
      <div key={label} title={title}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
