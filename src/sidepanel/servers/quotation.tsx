interface QuotationProps {
  /** Says whose words they are. */
  readonly caption: string;
  /** Legible: nothing in it is hidden, or turns other text around. */
  readonly text: string;
}

export const Quotation = ({ caption, text }: QuotationProps) => (
  <figure className="quotation">
    <figcaption className="fine">{caption}</figcaption>
    <blockquote dir="auto" className="said">
      {text}
    </blockquote>
  </figure>
);
